const ORDINAL = '(?:1st|2nd|3rd|first|second|third|last|latter|former|other)';

/** How a language says yes, binds and settles, as parts of patterns. */
export type TellingWords = {
  /** At the start of a sentence: yes to what was proposed. */
  approves: string[];
  /** Anywhere: holds from then on. */
  binds: string[];
  /** At the start of a clause: an order not to do something. */
  forbids: string[];
  /** Anywhere: a choice or a correction. */
  settles: string[];
};

export const english: TellingWords = {
  approves: [
    'alright|all right|(?:works|suits|fine) (?:for|by|with)? ?me|no objections?|absolutely|of course',
    'yes|yep|yup|yeah|yea|ya|ok|okay|kk?|sure|agreed|approved|correct|exactly|perfect|great|fine',
    "go ahead|(?:sounds|looks) (?:good|fine|right)|[ls]gtm|ship it|do it|that['’]?s (?:fine|right|it)",
  ],
  binds: [
    '^not (?:in|into|on|to|before|until|without)',
    'whatever (?:you do|happens),|no matter what(?: happens)?(?=[,.!]|$)|at all costs|hands off',
    'i (?:want|need|expect) (?:every|all|each|no|nothing)',
    'without (?:my|our) (?:ok|okay|approval|permission|consent|review|say-so)',
    'nothing [^.]{1,60} (?:gets|goes|until|unless)',
    "(?:must|may|should|shall|can|will|please|you|are to|is to) never|(?:please|you) (?:do not|don['’]?t)",
    "must|mustn['’]?t|may not|shall not|shouldn['’]?t|should not|(?:you|u) (?:can['’]?t|cannot)",
    "we (?:can['’]?t|cannot)(?! (?:see|find|tell|reproduce|log|connect|open|get|reach))|(?:you|u) (?:can|may) [^.]{1,60} but (?:not|leave)",
    '(?<!\\b(?:i|we) )(?:has|have) to|needs? to (?:stay|be|remain|keep)|(?:is|are) (?:required|mandatory)',
    // An order without a verb: "no new dependencies".
    String.raw`^(?:ok |and |also |please |pls |plz )*no (?:(?:new|more|extra|additional|direct|external|global|manual|raw|big|any|\p{L}{3,}ing)|(?!(?:idea|clue|luck|problem|objections?|need|way|errors?|output|results?|response|one)(?!\p{L}))\p{L}+ (?:in|on|to|for|from|at|into|before|until|without|unless|ever|please|pls|ok)(?!\p{L}))`,
    'at most|at least|no (?:more|longer|less|bigger) than|under no circumstances',
    "not (?:allowed|permitted)|forbidden|prohibited|off limits|isn['’]?t allowed",
    'no exceptions|check with me (?:before|first)',
    'only (?:use|touch|change|edit|run|in|with|after|when|if|ever|write|add|work)',
    'avoid|make sure|be sure|ensure|be careful|stick to|(?:please|must|should) always',
    'without (?:touching|changing|breaking|using|adding|asking)',
    'no (?:credentials|access|api key|token|permission)|(?:missing|without) (?:credentials|access)',
    String.raw`(?:keep|leave|stays?|remains?)[^.]{1,60}\b(?:under|below|within|alone|untouched|unchanged|out of|as (?:it|they) (?:is|are|was))`,
  ],
  // Elsewhere in a sentence these only tell: "it never worked", "they don't like it".
  forbids: [
    "keep (?:it|this|that|them|everything|all) (?!going)\\S+|never|always|only|do not|don['’]?t|stop \\p{L}{2,}ing|ask (?:me|us) (?:before|first)",
  ],
  settles: [
    '(?:on second thoughts?|on reflection)',
    'is (?:a |the )?(?:much )?better (?:name|idea|choice|fit|option|place)',
    "let['’]?s (?!see|look|check|talk|think|hope|try|find)\\p{L}+",
    'go(?:ing)? (?:with|for)|stick with|instead|scrap|option [a-z0-9]|variant [a-z0-9]|that is (?:better|clearer)|rather than|changed my mind',
    "i(?:['’]d| would)? (?:rather|prefer|decided|approve|choose|chose)|i (?:want|meant)",
    "we(?:['’]ll| will)? (?:use|go|keep|take)|decided|approved",
    String.raw`drop (?:it|that|the)|forget (?:it|that|about)|that['’]?s wrong|not what i`,
    String.raw`(?:take|use|keep|pick|choose) [^.,]{1,60},? (?:and )?not`,
    String.raw`\p{L}+ it is(?=[.!]|$)|is (?:good )?enough(?=[.!]|$)|i['’]?ll (?:take|go|pick)|scratch (?:that|it|the)|^not [^,]{1,30}, (?:the|use|but|in|with)`,
    `^(?:the )?${ORDINAL} (?:one|option|variant|way|version|approach)(?=[.,!]|$| (?:is (?:fine|good|better|ok)|please|pls|then))`,
    '^(?:skip|postpone|defer|park|ditch)|^no (?:i|it|that|this|the|use|not|we|go|do|just|make|put|lets?)',
  ],
};

/** What always or never happens to something is told, not ordered. */
const SUBJECT_ES = String.raw`(?<!^(?:el|la|los|las) \p{L}+ )`;
const ASK_ES = '(?:av[ií]s|preg[uú]nt|cons[uú]lt)[aáe](?:me|nos)';

export const spanish: TellingWords = {
  approves: [
    'me parece (?:bien|perfecto|genial|estupendo)|por mí|venga|dale|claro|me vale',
    'sí|vale|listo|ok|de acuerdo|adelante|aprobado|perfecto|correcto|exacto|genial|bien',
  ],
  binds: [
    'pase lo que pase|ni se te ocurra',
    'quiero que (?:cada|tod[oa]s?|nada|ningun[oa]?)',
    'sin (?:mi|nuestr[oa]) (?:permiso|ok|visto bueno|aprobación|autorización)',
    `${SUBJECT_ES}(?:nunca|jamás|siempre)|nada de|sin \\p{L}+ (?:nuev|extern|extra|adicional)\\p{L}*`,
    String.raw`antes de [^.]{1,60} ${ASK_ES}|${ASK_ES} antes`,
    'solo|sólo|solamente|únicamente|bajo ningún|en ningún caso',
    'deb(?:e|es|en)|tienen? que|tienes que|hay que|prohibid[oa]s?|obligatori[oa]s?',
    'asegúrate|ten cuidado|evita|como (?:máximo|mínimo)|al menos',
    'no (?:se )?pued(?:e|es|en)|no est[áa]n? permitid[oa]s?',
    'sin (?:tocar|cambiar|usar|romper|añadir|modificar)',
  ],
  forbids: ['no (?:me |se |lo |la |le |los |las )?\\p{L}{2,}(?:es|as)'],
  settles: [
    'pensándolo (?:bien|mejor)|al final',
    'prefiero|en (?:vez|lugar) de|vamos con|decidi(?:d[oa]|mos)|hemos decidido|mejor',
    '(?!(?:tenemos|hemos|debemos|podemos|queremos|sabemos|vemos|creemos)(?!\\p{L}))\\p{L}{2,}(?:emos|gamos|yamos)',
    '^(?:va |mejor |ok )?(?:la|el) (?:primer|segund|tercer|otr|últim)[oa]?(?: opción)?(?=[.,!]|$| entonces)|^no (?:mejor|es[aeo]|el|la|us[aáe])',
    'descarta|dejamos|opción [a-z0-9]|qu[ée]date con|nos quedamos|elijo|aprobado',
  ],
};

/** What begins so tells. */
const GERMAN_SUBJECT = String.raw`(?:das|die|der|den|dem|es|ich|wir|er|sie|ihr|man|hier|da|so|jetzt|noch|leider|doch|lieber|aber|und|oder|dies\p{L}*|ein\p{L}*|kein\p{L}*|warum|wieso|weil|wenn|seit|bei|in|im|auf|mit|für|nein|ja|mir|danke)(?!\p{L})`;

export const german: TellingWords = {
  approves: [
    'na gut|von mir aus|meinetwegen|klar|alles klar|klingt gut|sieht gut aus|sehr gut|geht klar|also gut|dann (?:eben|halt)|abgemacht',
    'ja|jo|jup|jep|jap|ok|okay|gut|genau|perfekt|super|einverstanden|in ordnung|passt|freigegeben|mach (?:das|es|so)',
  ],
  binds: [
    '(?:egal was|was auch (?:immer )?)(?: ?)(?:passiert|geschieht|kommt|ist),|um jeden preis|(?:finger|hände) (?:weg|von)',
    'ich (?:will|möchte|erwarte) (?:jede|alle|keine|nichts|dass (?:jede|alle|nichts|keine?))\\p{L}*',
    'ohne (?:mein|unser)e? (?:okay|ok|zustimmung|erlaubnis|freigabe|einverständnis)',
    'niemals|nie|darfst|darf|dürfen|muss|musst|müssen|immer|nur|verboten|pflicht',
    'auf keinen fall|keinesfalls|unter keinen umständen|höchstens|mindestens|maximal',
    'frag (?:mich|uns)(?: vorher|,? bevor)|achte darauf|pass auf|stell sicher|sorge? dafür|vermeide|in ruhe lassen',
    // Without a verb, with an infinitive, or in the passive.
    '^(?:bitte )?keine? (?!ahnung|problem|sorge|angst|stress|zeit|lust|fehler|idee|wunder)\\p{L}+',
    `^(?!${GERMAN_SUBJECT})[^.,]{0,60}(?:nicht|nichts|nix) (?:[^ .,]+ ){0,4}\\p{L}+e[lr]?n(?=[.!]|$| (?:bitte|ok|bevor|bis|ohne|solange))`,
    '(?:wird|werden) (?:nicht|nichts|nix) (?:[^ .,]+ ){0,3}(?!angezeigt|geladen|gefunden|gerendert|aufgerufen|erkannt|ausgeführt)\\p{L}*ge\\p{L}+(?:t|en)',
    'ohne [^.,]{1,40} zu (?:ändern|berühren|verändern|löschen)',
  ],
  forbids: [
    // An order begins with its verb: what begins with a subject or an adverb only tells.
    String.raw`(?:bitte )?(?!${GERMAN_SUBJECT})\p{L}{3,} [^.!?,]{0,60}?(?:nicht|nichts|keine?n?)`,
  ],
  settles: [
    'bei licht betrachtet|bei näherem hinsehen|(?:wenn ich )?(?:es )?mir recht überlegt?e?|im nachhinein',
    'ist (?:der|die|das) bessere \\p{L}+|ist besser',
    'lieber|statt|stattdessen|(?:machen|nehmen|lassen|nutzen|bleiben|gehen|bauen|behalten|setzen|verschieben|verwenden) wir|wir nehmen|entschieden|freigegeben',
    'vergiss|verwirf|variante [a-z0-9]|option [a-z0-9]|wir bleiben bei|bleib bei|nimm|doch (?:lieber|nicht)|dann (?:eben|halt)|lass(?:en)? [^.]{0,60}(?:weg|bleiben|sein)|^(?:nee?|nö)(?=[, ])',
  ],
};

export const french: TellingWords = {
  approves: [
    "ça me (?:va|convient|plaît)|(?:bon,? )?va pour|entendu|pour moi c['’]est (?:bon|ok)|nickel|c['’ ]?est (?:bon|ok|validé)|bien sûr",
    "oui|ok|d['’]accord|vas-y|approuvé|parfait|très bien|exact|ça (?:me )?va|bien",
  ],
  binds: [
    "quoi qu['’]il (?:arrive|en soit)|à tout prix|pas touche",
    'je veux que (?:chaque|tous|toutes|tout|rien|aucune?)',
    'sans (?:mon|notre) (?:accord|feu vert|ok|autorisation|aval)',
    'jamais|uniquement|seulement|interdit|interdiction|obligatoire|en aucun cas|faut|au (?:plus|moins|maximum)',
    '(?:je|tu|on) dois|doit|doivent|devez|(?:utilise|garde|écris|fais|mets) toujours',
    "^(?:surtout )?pas (?:de|d[’' ]\\p{L}+)|^rien [^.]{1,60} (?:avant|sans|tant que|jusqu)|^toujours(?! pas)",
    'demande-moi avant|assure-toi|assurez-vous|veille à|évite|fais attention',
    String.raw`ne (?:peut|peuvent|doit|doivent) (?:pas|être)`,
    'sans (?:toucher|changer|modifier|casser|ajouter)',
  ],
  forbids: [
    String.raw`(?:s['’]il te plaît,? )?(?:ne |n['’])\p{L}+ [^.]{0,40}?(?:pas|jamais|rien|plus|aucune?|personne)|(?!(?:marche|passe|fonctionne|compile|tourne|pourquoi|vraiment|même|toujours|mais|sais|vois|comprends) )\p{L}{2,}(?:e|s|z) pas`,
  ],
  settles: [
    'réflexion faite|à la réflexion|tout compte fait',
    'est (?:un |une |le |la )?(?:meilleure? \\p{L}+|mieux)',
    'plutôt|au lieu de|je préfère|on (?:prend|utilise|garde|part sur|fait|laisse|met|passe|reste|enlève|oublie)|tu peux \\p{L}+(?:er|ir|re)|^nan|^non (?:pas|plutôt|celui|celle|le|la|utilise)|(?:pour )?la (?:deux|deuxième|première|seconde)(?=[.,!]|$)|décidé|finalement',
    'laisse tomber|option [a-z0-9]|faisons|gardons|approuvé|garde [^.]{1,60} et pas',
  ],
};

const SUBJECT_PT = String.raw`(?<!^(?:o|a|os|as) \p{L}+ )`;

export const portuguese: TellingWords = {
  approves: [
    'por mim|tudo bem|fechado|tá (?:bom|certo|ótimo)|está (?:bom|ótimo)|claro|concordo',
    'sim|blz|fechou|bora|ok|certo|combinado|aprovado|perfeito|ótimo|beleza|isso mesmo|pode \\p{L}+r',
  ],
  binds: [
    'aconteça o que acontecer|nem pense em|de jeito nenhum',
    'quero (?:que )?(?:cada|tod[oa]s?|nada|nenhum[a]?)',
    'sem (?:o |a )?(?:meu|minha|nosso|nossa) (?:ok|aval|permissão|autorização|aprovação)',
    `${SUBJECT_PT}(?:nunca|jamais|sempre)|nada de|sem \\p{L}+ (?:nov|extern|extra|adicion)\\p{L}*`,
    String.raw`antes de [^.]{1,60} (?:me )?(?:avis|pergunt|consult)[ae]|(?:avis|pergunt|consult)[ae](?:-me)? antes`,
    'somente|apenas|proibid[oa]s?|obrigatóri[oa]s?|em hipótese alguma',
    'deve|devem|t[eê]m (?:que|de)|não pode|não podem|no (?:máximo|mínimo)|pelo menos',
    '(?:me pergunte|pergunte-me|pergunta) antes|garanta|certifique-se|tenha cuidado|evite',
    'sem (?:tocar|mudar|alterar|usar|quebrar|mexer)',
  ],
  forbids: [
    String.raw`só \p{L}+[ea](?!\p{L})|não (?!funciona|passa|abre|roda|carrega|entendi|sei|consigo|tem|está|há|aparece|encontrei)\p{L}{2,}[ea]`,
  ],
  settles: [
    'pensando (?:bem|melhor)',
    'prefiro|em (?:vez|lugar) de|no lugar|(?:vamos|vai) (?:usar|com|de|na|no|ficar|fazer)|^não,? (?:o|a|usa|é|esse|essa)|a (?:primeira|segunda|outra)(?=[.,!]|$)|decid(?:id[oa]|imos)',
    'esquece|esqueça|opção [a-z0-9]|fi(?:ca|que) com|na verdade|aprovado|melhor',
  ],
};

/** Without spaces between words: these stand as they are. */
export const chinese = {
  approves:
    '(?:我)?没意见|赞成|好的?(?=[，。！,\\s])|(?:行|可以|对|嗯|成|没错)(?:吧|啊|呀)?(?=[，。！,\\s]|$)|是的|同意|批准|没问题|就这样',
  binds:
    '不要|不能|不得|不可以?|不许|不准|不允许|禁止|必须|只能|只用|只许|千万别|务必|一定要|绝不|绝对不|(?<![特区分个级类性识告])别(?![的人处名])|没[^，。]{0,6}(?:点头|同意|许可|批准)[^。]{0,8}[不别]|先问我|确保|最多|至少|避免|无论(?:如何|怎样|发生什么)|不管怎样|都得(?!等)|都必须|没有我的(?:同意|许可)|未经我',
  settles:
    '改用|而不是|决定|就用|还是(?:用|选)|选择|更喜欢|换成|方案 ?[A-Za-z0-9]|不做了|^不[，,]|^那就|^(?:就|用|选)?第[一二三四]个|(?<!(?:可能|应该|大概|也许)[^，。]{0,20})吧[。！]?$|不是[^，,。]{1,20}[，,] ?是|算了|先不|暂时不|想了想|仔细想想|考虑了一下|还是[^，。]{1,30}(?:更|比较)?好',
};

export const japanese = {
  approves:
    'はい|了解|問題(?:ない|あり)|もちろん|承認|いいですね?|いいよ|それで(?:いい|お願い|進めて)|大丈夫|賛成',
  binds:
    '絶対に?|何があっても|何が起きても|例外なし|ないように(?=[、。！]|$)|(?:許可|承認)なし|以内に|聞いてから|しないで|ないで(?:ね|よ|くれ|ください|下さい|ほしい)?[。！]?$|ないと(?:ダメ|だめ|駄目|いけ|困)|そのまま(?:に|で)(?:し|お願)|前に[^。]{0,12}(?:聞い|確認|相談)|て(?:は|ちゃ)(?:いけ|なら|だめ|ダメ)|必ず|禁止|だけ(?:を|に|で)|のみ|不可|(?:し|変え|触ら)ないこと|避けて|なければなら|ようにして(?:ください|おいて)',
  settles:
    'に(?:する|しよう|した|します|しましょう)(?:ね|よ|わ)?[。！]?$|に(?:してください)$|(?:ましょう|いこう|行こう|しよう)(?:か)?[。！]?$|^(?:いや|いえ)[、 ]|(?:案|やつ|ほう|方|なし)で[。！]?$|見送|ないことに|(?:ほう|方)がいい|ではなく|代わりに|決め(?:た|まし)|や(?:はり|っぱり)|案 ?[A-Za-z0-9]|は(?:やめ|中止)|でお願い|よく考え(?:たら|ると)|考え直|^(?:じゃあ|では)[^、。]{1,40}で[。！]?$',
};
