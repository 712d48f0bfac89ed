/**
 * True where a sentence tells somebody to do something. A narrative is a record: what orders the agent
 * around, by a model's slip or by a hostile text that it passed on, has no place in it. Reports of what
 * the person said are none.
 */
export function isImperative(text: string): boolean {
  return sentences(text).some((sentence) => !isReport(sentence) && orders(sentence));
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?;:。！？])\s+|\s+[–—]\s+|(?<=[。！？])/u)
    .map((part) => part.replace(/^[\s"'“”„«»‘’`*_>([\]-]+/, '').trim())
    .filter((part) => part !== '');
}

/** "The user said that …" tells what was said. */
function isReport(sentence: string): boolean {
  return REPORT.test(sentence);
}

const REPORT =
  /^(?:(?:later|then|earlier|first|also|so|because|when|since|after|before),? )*(?:the |its? )?(?:user|person|they|he|she|rule|constraint|requirement|plan|task|request|session|team)\b.{0,60}\b(?:said|says|told|asked|wants?|wanted|requires?|required|decided|insists?|insisted|prefers?|preferred|rules?|ruled|set|gave|stated?|forbade|forbids|chose|confirmed|noted|is|was)\b/i;

function orders(sentence: string): boolean {
  const words = sentence
    .replace(COURTESY, '')
    .toLowerCase()
    .match(/[\p{L}'’]+/gu);
  const [first = '', second = ''] = words ?? [];
  if (FOREIGN.test(sentence) || TO_AGENT.test(sentence) || OBLIGES.test(sentence)) return true;
  if (VERBS.has(first)) return true;
  return NOUN_OR_VERB.has(first) && (second === '' || DETERMINERS.has(second));
}

/** What may stand before the verb. */
const COURTESY =
  /^(?:(?:please|now|then|next|first|second|finally|also|just|so|and|but|afterwards?|important|note|warning|todo|to-do|next steps?|action|must)\b[,:]?\s*)+/i;

const TO_AGENT =
  /\b(?:you|the (?:agent|assistant|model|reader)|claude)(?:['’]ll)?\s+(?:must|should|shall|need|needs|have|has|ought|can|may|will|are|is)\b(?:\s+(?:now|not|never|always|to)\b)?|\blet['’]s\b|\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules?|prompts?|facts?)\b|\bmake sure\b/i;

/** Passive orders: "the folder must be deleted". */
const OBLIGES = /\b(?:must|should|shall|ought to|has to|have to|needs? to)\b/i;

/** Never a noun or a name at the start of a sentence. */
const VERBS = new Set(
  (
    'run execute delete remove ignore disregard forget remember use add create write edit modify install uninstall ' +
    'fetch download upload send tell say print reply respond follow obey continue proceed begin do don’t ' +
    "don't never always ensure verify read re-read reread inspect consider treat assume act pretend approve allow " +
    'grant disable enable bypass skip revert refactor implement make keep avoid ask wait give take get go put ' +
    'move rename copy replace open close call invoke try apply merge rebase deploy publish push pull clone ' +
    'overwrite wipe erase kill terminate restart be stay'
  ).split(' '),
);

/** "Test suite passes" is none, "Test the parser" is one. */
const NOUN_OR_VERB = new Set(
  'test check build fix update change review commit set plan report stop start work look search find note see show list post start reset drop restore clean format lint document'.split(
    ' ',
  ),
);

const DETERMINERS = new Set(
  'the a an all any this that these those it them whether if your our every each its both with only up on'.split(
    ' ',
  ),
);

/** The same in other languages, for a model that answers in the session's. */
const FOREIGN =
  /^(?:bitte|lösche?|führe?|ignoriere?|nutze?|verwende?|schreibe?|sende?|öffne|niemals|immer|du (?:musst|sollst|darfst)|por favor|ignora|borra|elimina|ejecuta|usa|nunca|siempre|debes|ignorez|supprime[rz]?|exécute[rz]?|utilise[rz]?|toujours|jamais|tu dois|vous devez|il faut|ne |apague|execute|sempre|você deve|faça)(?![\p{L}])|^(?:请|忽略|删除|运行|执行|不要|必须|务必|禁止)|(?:してください|しなさい|しないで|せよ|すること)[。！]?$/iu;
