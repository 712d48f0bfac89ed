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
    'alright|all right|(?:works|suits|fine) (?:for|by|with)? ?me|no objections?|by all means|absolutely|of course',
    'yes|yep|yeah|ok|okay|sure|agreed|approved|correct|exactly|perfect|great|fine',
    "go ahead|(?:sounds|looks) (?:good|fine|right)|lgtm|ship it|do it|that['’]s (?:fine|right|it)",
  ],
  binds: [
    '^not (?:in|into|on|to|before|until|without)',
    "whatever (?:you do|happens),|no matter what(?: happens)?(?=[,.!]|$)|at all costs|hands off|don['’]t you dare",
    'i (?:want|need|expect) (?:every|all|each|no|nothing)',
    'without (?:my|our) (?:ok|okay|approval|permission|consent|review|say-so)',
    'nothing [^.]{1,60} (?:gets|goes|until|unless)',
    "(?:must|may|should|shall|can|will|please|you|are to|is to) never|(?:please|you) (?:do not|don['’]t)",
    "must|mustn['’]t|may not|shall not|shouldn['’]t|should not|(?:you )(?:can['’]t|cannot)",
    '(?<!\\b(?:i|we) )(?:has|have) to|needs? to (?:stay|be|remain|keep)|(?:is|are) (?:required|mandatory)',
    'at most|at least|no (?:more|longer|less|bigger) than|under no circumstances',
    "not (?:allowed|permitted)|forbidden|prohibited|off limits|isn['’]t allowed",
    'no exceptions|check with me (?:before|first)',
    'only (?:use|touch|change|edit|run|in|with|after|when|if|ever|write|add|work)',
    'avoid|make sure|be sure|ensure|be careful|stick to|(?:please|must|should) always',
    'without (?:touching|changing|breaking|using|adding|asking)',
    'no (?:credentials|access|api key|token|permission)|(?:missing|without) (?:credentials|access)',
    String.raw`(?:keep|leave|stays?|remains?)[^.]{1,60}\b(?:under|below|within|alone|untouched|unchanged|out of|as (?:it|they) (?:is|are|was))`,
  ],
  // Elsewhere in a sentence these only tell: "it never worked", "they don't like it".
  forbids: ["never|always|only|do not|don['’]t|ask (?:me|us) (?:before|first)"],
  settles: [
    '(?:on second thoughts?|on reflection|thinking about it|come to think of it)',
    'is (?:a |the )?(?:much )?better (?:name|idea|choice|fit|option|place)',
    "let['’]s (?!see|look|check|talk|think|hope|try|find)\\p{L}+",
    'go with|go for|stick with|instead|scrap|option [a-z0-9]|variant [a-z0-9]|that is (?:better|clearer)|rather than|changed my mind',
    "i(?:['’]d| would)? (?:rather|prefer|decided|approve|choose|chose|want)",
    "we(?:['’]ll| will)? (?:use|go|keep|take)|decided|approved",
    String.raw`drop (?:it|that|the)|forget (?:it|that|about)|that['’]s wrong|not what i|i meant`,
    String.raw`(?:take|use|keep|pick|choose) [^.,]{1,60},? (?:and )?not`,
  ],
};

export const spanish: TellingWords = {
  approves: [
    'me parece (?:bien|perfecto|genial|estupendo)|por mí|venga|dale|claro|me vale',
    'sí|vale|ok|de acuerdo|adelante|aprobado|perfecto|correcto|exacto|genial|bien',
  ],
  binds: [
    'pase lo que pase|cueste lo que cueste|ni se te ocurra|ni hablar de|prohibido',
    'quiero que (?:cada|tod[oa]s?|nada|ningun[oa]?)',
    'sin (?:mi|nuestr[oa]) (?:permiso|ok|visto bueno|aprobación|autorización)',
    'nunca|jamás|siempre|solo|sólo|solamente|únicamente|bajo ningún|en ningún caso',
    'deb(?:e|es|en)|tienen? que|tienes que|hay que|prohibid[oa]s?|obligatori[oa]s?',
    'asegúrate|ten cuidado|evita|como (?:máximo|mínimo)|al menos',
    'no (?:se )?pued(?:e|es|en)|no est[áa]n? permitid[oa]s?',
    'sin (?:tocar|cambiar|usar|romper|añadir|modificar)',
  ],
  forbids: ['pregúntame antes|no (?:me |se |lo |la |le |los |las )?\\p{L}{2,}(?:es|as)'],
  settles: [
    'pensándolo (?:bien|mejor)|al final',
    'prefiero|en (?:vez|lugar) de|vamos con|decidi(?:d[oa]|mos)|hemos decidido|mejor',
    'descarta|dejamos|opción [a-z0-9]|qu[ée]date con|nos quedamos|elijo|hagamos|aprobado',
  ],
};

export const german: TellingWords = {
  approves: [
    'na gut|von mir aus|meinetwegen|klar|alles klar|klingt gut|sieht gut aus|sehr gut|geht klar|also gut|dann (?:eben|halt)|abgemacht',
    'ja|ok|okay|gut|genau|perfekt|super|einverstanden|in ordnung|passt|freigegeben|mach das',
  ],
  binds: [
    '(?:egal was|was auch (?:immer )?)(?: ?)(?:passiert|geschieht|kommt|ist),|um jeden preis|finger weg|hände weg|wehe',
    'ich (?:will|möchte|erwarte) (?:jede|alle|keine|nichts|dass (?:jede|alle|nichts|keine?))\\p{L}*',
    'ohne (?:mein|unser)e? (?:okay|ok|zustimmung|erlaubnis|freigabe|einverständnis)',
    'niemals|nie|darfst|darf|dürfen|muss|musst|müssen|immer|nur|verboten|pflicht',
    'auf keinen fall|keinesfalls|unter keinen umständen|höchstens|mindestens|maximal',
    'frag (?:mich|uns)(?: vorher|,? bevor)|achte darauf|pass auf|stell sicher|sorge? dafür|vermeide|in ruhe lassen',
    'nicht (?:anfassen|ändern|verwenden|benutzen|löschen|verändern|umbenennen)',
    'ohne [^.,]{1,40} zu (?:ändern|berühren|verändern|löschen)',
  ],
  forbids: [
    // An order begins with its verb: what begins with a subject or an adverb only tells.
    String.raw`(?:bitte )?(?!(?:das|die|der|den|dem|es|ich|wir|er|sie|ihr|man|hier|da|so|jetzt|noch|leider|doch|lieber|aber|und|oder|dies\p{L}*|ein\p{L}*|kein\p{L}*|warum|wieso|weil|wenn|seit|bei|in|im|auf|mit|für|nein|ja|mir|danke)(?!\p{L}))\p{L}{3,} [^.!?,]{0,60}?(?:nicht|nichts|keine?n?)`,
  ],
  settles: [
    'bei licht betrachtet|bei näherem hinsehen|(?:wenn ich )?(?:es )?mir recht überlegt?e?|im nachhinein',
    'ist (?:der|die|das) bessere \\p{L}+|ist besser',
    'lieber|statt|stattdessen|nehmen wir|wir nehmen|entschieden|freigegeben',
    'vergiss|verwirf|variante [a-z0-9]|option [a-z0-9]|wir bleiben bei|bleib bei|machen wir|nimm|doch (?:lieber|nicht)|dann eben',
  ],
};

export const french: TellingWords = {
  approves: [
    "ça me (?:va|convient|plaît)|(?:bon,? )?va pour|entendu|pour moi c['’]est (?:bon|ok)|nickel|bien sûr|marché conclu",
    "oui|ok|d['’]accord|vas-y|approuvé|parfait|très bien|exact|ça (?:me )?va|bien",
  ],
  binds: [
    "quoi qu['’]il (?:arrive|en soit)|coûte que coûte|à tout prix|pas touche|bas les pattes",
    'je veux que (?:chaque|tous|toutes|tout|rien|aucune?)',
    'sans (?:mon|notre) (?:accord|feu vert|ok|autorisation|aval)',
    'jamais|uniquement|seulement|interdit|obligatoire|en aucun cas|il faut|au (?:plus|moins|maximum)',
    '(?:je|tu|on) dois|doit|doivent|devez|(?:utilise|garde|écris|fais|mets) toujours',
    'demande-moi avant|assure-toi|assurez-vous|veille à|évite|fais attention',
    String.raw`ne (?:peut|peuvent|doit|doivent) (?:pas|être)`,
    'sans (?:toucher|changer|modifier|casser|ajouter)',
  ],
  forbids: [String.raw`(?:s['’]il te plaît,? )?(?:ne |n['’])\p{L}+`],
  settles: [
    'réflexion faite|à la réflexion|tout compte fait|tout bien réfléchi',
    'est (?:un |une |le |la )?(?:meilleure? \\p{L}+|mieux)',
    'plutôt|au lieu de|je préfère|on (?:prend|utilise|garde|part sur)|décidé|finalement',
    'laisse tomber|option [a-z0-9]|faisons|gardons|approuvé|garde [^.]{1,60} et pas',
  ],
};

export const portuguese: TellingWords = {
  approves: [
    'por mim|tudo bem|fechado|tá (?:bom|certo|ótimo)|está (?:bom|ótimo)|claro|concordo',
    'sim|ok|certo|combinado|aprovado|perfeito|ótimo|beleza|isso mesmo|pode (?:ser|fazer|seguir)',
  ],
  binds: [
    'aconteça o que acontecer|custe o que custar|nem pense em|nem pensar em|de jeito nenhum',
    'quero (?:que )?(?:cada|tod[oa]s?|nada|nenhum[a]?)',
    'sem (?:o |a )?(?:meu|minha|nosso|nossa) (?:ok|aval|permissão|autorização|aprovação)',
    'nunca|jamais|sempre|somente|apenas|proibid[oa]s?|obrigatóri[oa]s?|em hipótese alguma',
    'deve|devem|t[eê]m que|não pode|não podem|no (?:máximo|mínimo)|pelo menos',
    '(?:me pergunte|pergunte-me|pergunta) antes|garanta|certifique-se|tenha cuidado|evite',
    'sem (?:tocar|mudar|alterar|usar|quebrar|mexer)',
  ],
  forbids: [
    String.raw`não (?!funciona|passa|abre|roda|carrega|entendi|sei|consigo|tem|está|há|aparece|encontrei)\p{L}{2,}[ea]`,
  ],
  settles: [
    'pensando (?:bem|melhor)',
    'prefiro|em (?:vez|lugar) de|no lugar|vamos (?:usar|com|de|ficar|fazer)|decid(?:id[oa]|imos)',
    'esquece|esqueça|opção [a-z0-9]|fi(?:ca|que) com|na verdade|aprovado|melhor',
  ],
};

/** Without spaces between words: these stand as they are. */
export const chinese = {
  approves:
    '(?:我)?没意见|赞成|好的?(?=[，。！,\\s])|行[，。！,]|可以[，。！,]|对[，。！,]|是的|同意|批准|没问题|就这样',
  binds:
    '不要|不能|不得|不可以?|不许|不准|不允许|禁止|必须|只能|只用|只许|千万别|务必|一定要|绝不|绝对不|(?<![特区分个])别(?=[改动碰用删再把])|先问我|确保|最多|至少|避免|无论(?:如何|怎样|发生什么)|不管怎样|都得(?!等)|都必须|没有我的(?:同意|许可)|未经我',
  settles:
    '改用|而不是|决定|就用|还是(?:用|选)|选择|更喜欢|换成|方案 ?[A-Za-z0-9]|不做了|^不[，,]|^那就|想了想|仔细想想|考虑了一下|还是[^，。]{1,30}(?:更|比较)?好',
};

export const japanese = {
  approves:
    'はい|了解|問題(?:ない|あり)|もちろん|承認|いいですね?|いいよ|それで(?:いい|お願い|進めて)|大丈夫|賛成',
  binds:
    '絶対に?|何があっても|何が起きても|例外なし|ないように(?=[、。！]|$)|(?:許可|承認)なし|以内に|聞いてから|しないで|ないでください|ないで[。！]?$|て(?:は|ちゃ)(?:いけ|なら|だめ|ダメ)|必ず|禁止|だけ(?:を|に|で)|のみ|不可|(?:し|変え|触ら)ないこと|避けて|なければなら|ようにして(?:ください|おいて)',
  settles:
    'に(?:しよう|します|しましょう|してください$)|(?:ほう|方)がいい|ではなく|代わりに|決め(?:た|まし)|や(?:はり|っぱり)|案 ?[A-Za-z0-9]|は(?:やめ|中止)|でお願い|で(?:いき|行き)ましょう|をやりましょう|よく考え(?:たら|ると)|考え直|^(?:じゃあ|では)[^、。]{1,40}で[。！]?$',
};
