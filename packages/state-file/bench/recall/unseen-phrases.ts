import { tellingSentences, type SentenceKind } from '../../src/sentence-kind.ts';
import { casual } from './casual-phrases.ts';
import type { Phrases } from './phrases.ts';

/**
 * Phrases that were written after the extractor, without looking at its rules, in the casual way in
 * which people talk to an agent. The rules were made more general by those that come first, third and
 * so on of each list; by the others they never were.
 */
const unseen: Record<string, Phrases> = {
  en: {
    constraints: [
      'Whatever you do, {x} stays on Node 20.',
      'No new packages for {x}, we got burned by that before.',
      'Hands off {x}, legal is still looking at it.',
      'You are not to push {x} without my ok.',
      'Nothing in {x} gets deleted until the audit is over.',
      'Customer data from {x} does not leave this machine.',
      'I want every change to {x} behind a flag.',
      "{x} can't depend on the network in tests.",
      'Run the linter on {x} before each commit, always.',
      "We're blocked on {x} until ops gives us the credentials.",
    ],
    decisions: [
      'Alright, {x} it is.',
      'Second option, the one with {x}.',
      "Hmm, on reflection {x} is the better name, let's rename.",
      'Skip {x} for this release.',
      'Go for the simple version of {x}.',
      "That's not right, {x} is supposed to return a list.",
      'Works for me, merge {x}.',
      "Let's not do {x} after all.",
    ],
    neutral: [
      'Nothing in {x} is broken, I checked.',
      'Without my laptop I could not look at {x}.',
      '{x} stays on the loading screen for a minute.',
      'Whatever happens in {x} after the login is a mystery to me.',
      'The tests of {x} took forever today.',
      'Where does {x} read its configuration?',
      'Look into the crash of {x} that Ann reported.',
      'I think {x} came from the old monolith.',
      'Write a short summary of {x} for the newsletter.',
      'Sorry, I was away, how is {x} going?',
    ],
  },
  es: {
    constraints: [
      'Pase lo que pase, {x} se queda en Node 20.',
      'Nada de paquetes nuevos en {x}.',
      'Ni se te ocurra borrar {x}.',
      'Los datos de {x} no salen de esta máquina.',
      'Quiero que cada cambio en {x} vaya detrás de un flag.',
      'Sin mi permiso no subas {x}.',
    ],
    decisions: [
      'Venga, nos quedamos con {x}.',
      'La segunda opción, la de {x}.',
      'Pensándolo bien, {x} es mejor nombre.',
      'Esta versión sale sin {x}.',
      'Me parece perfecto, fusiona {x}.',
      'Al final no hacemos {x}.',
    ],
    neutral: [
      'Sin mi portátil no pude mirar {x}.',
      '{x} se queda en la pantalla de carga.',
      'Las pruebas de {x} tardaron mucho hoy.',
      '¿De dónde lee {x} su configuración?',
      'Mira el fallo de {x} que contó Ana.',
      'Creo que {x} viene del monolito antiguo.',
    ],
  },
  de: {
    constraints: [
      'Egal was passiert, {x} bleibt auf Node 20.',
      'Keine neuen Pakete in {x}.',
      'Finger weg von {x}, da ist noch die Rechtsabteilung dran.',
      'Die Daten aus {x} verlassen diesen Rechner nicht.',
      'Ich will jede Änderung an {x} hinter einem Flag.',
      'Ohne mein Okay wird {x} nicht gepusht.',
    ],
    decisions: [
      'Na gut, dann {x}.',
      'Die zweite Möglichkeit, die mit {x}.',
      'Bei Licht betrachtet ist {x} der bessere Name.',
      'Lass {x} in dieser Version weg.',
      'Von mir aus, merge {x}.',
      'Wir machen {x} jetzt doch nicht.',
    ],
    neutral: [
      '{x} bleibt auf dem Ladebildschirm stehen.',
      'Egal was ich versuche, {x} stürzt ab.',
      'Die Tests von {x} haben heute ewig gedauert.',
      'Woher liest {x} seine Konfiguration?',
      'Schau dir den Absturz von {x} an, den Anna gemeldet hat.',
      'Ich glaube, {x} stammt aus dem alten Monolithen.',
    ],
  },
  fr: {
    constraints: [
      'Quoi qu’il arrive, {x} reste sur Node 20.',
      'Pas de nouveaux paquets dans {x}.',
      'Pas touche à {x}, le service juridique regarde encore.',
      'Les données de {x} ne sortent pas de cette machine.',
      'Je veux que chaque changement de {x} soit derrière un flag.',
      'Rien dans {x} ne part en production sans mon accord.',
    ],
    decisions: [
      'Bon, va pour {x}.',
      'La deuxième option, celle avec {x}.',
      'Réflexion faite, {x} est un meilleur nom.',
      'Cette version sortira sans {x}.',
      'Ça me convient, fusionne {x}.',
      'On ne fait pas {x}, en fin de compte.',
    ],
    neutral: [
      '{x} reste sur la page de chargement.',
      'Bon, regarde le journal de {x}.',
      "Les tests de {x} ont été longs aujourd'hui.",
      'Où est-ce que {x} lit sa configuration ?',
      "Regarde le plantage de {x} qu'Anne a signalé.",
      "Je crois que {x} vient de l'ancien monolithe.",
    ],
  },
  pt: {
    constraints: [
      'Aconteça o que acontecer, {x} continua no Node 20.',
      'Nada de pacotes novos em {x}.',
      'Nem pense em apagar {x}.',
      'Os dados de {x} não saem desta máquina.',
      'Quero cada mudança em {x} atrás de uma flag.',
      'Sem o meu ok, {x} não sobe.',
    ],
    decisions: [
      'Beleza, então é {x}.',
      'A segunda opção, a do {x}.',
      'Pensando bem, {x} é um nome melhor.',
      'Esta versão sai sem {x}.',
      'Por mim tudo bem, faz o merge de {x}.',
      'No fim das contas não vamos fazer {x}.',
    ],
    neutral: [
      '{x} continua na tela de carregamento.',
      'Sem o meu notebook eu testei {x} pelo celular.',
      'Os testes de {x} demoraram muito hoje.',
      'De onde {x} lê a configuração?',
      'Veja a queda de {x} que a Ana relatou.',
      'Acho que {x} veio do monólito antigo.',
    ],
  },
  zh: {
    constraints: [
      '无论发生什么，{x} 都要留在 Node 20 上。',
      '{x} 里别加新的包。',
      '{x} 谁都不准碰，法务还在看。',
      '{x} 的数据不能离开这台机器。',
      '{x} 的每个改动都得加开关。',
      '没有我的同意，{x} 不要推送。',
    ],
    decisions: [
      '那就 {x} 吧。',
      '第二个方案，用 {x} 的那个。',
      '想了想，还是 {x} 这个名字好。',
      '这个版本先不做 {x}。',
      '我没意见，合并 {x} 吧。',
      '最后还是决定不做 {x}。',
    ],
    neutral: [
      '每次打开 {x} 都要等十分钟。',
      '无论我怎么试，{x} 都崩溃。',
      '{x} 的测试今天跑了很久。',
      '{x} 从哪里读配置？',
      '看一下小王报的 {x} 崩溃。',
      '我觉得 {x} 是从老系统来的。',
    ],
  },
  ja: {
    constraints: [
      '何があっても {x} は Node 20 のままで。',
      '{x} に新しいパッケージは入れないで。',
      '{x} には手を出さないように、法務がまだ見ています。',
      '{x} のデータをこのマシンの外に出さないこと。',
      '{x} の変更はすべてフラグの裏に置いてください、例外なしです。',
      '私の許可なしに {x} をプッシュするのはだめです。',
    ],
    decisions: [
      'じゃあ {x} で。',
      '二つ目の案、{x} のほうで。',
      'よく考えたら {x} という名前のほうがいいですね。',
      '今回のリリースでは {x} は見送ります。',
      '問題ないです、{x} をマージしてください。',
      '結局 {x} はやらないことにします。',
    ],
    neutral: [
      '{x} は毎回例外なく失敗しています。',
      '{x} は読み込み画面のままです。',
      '今日は {x} のテストがとても長かったです。',
      '{x} はどこから設定を読んでいますか？',
      '田中さんが報告した {x} のクラッシュを見てください。',
      '{x} は古いシステムから来たと思います。',
    ],
  },
};

type Result = { right: number; all: number };

/** Of one half of the phrases, how many are told as what they are; precision counts both kinds. */
export type Told = Record<keyof Phrases, Result> & { precision: number };

export type Half = 'tuning' | 'held out';

/** Phrases that were written after the rules. */
export function measureUnseen(half: Half): Told {
  return measurePhrases(Object.values(unseen), half);
}

/** Phrases as they are typed into a terminal. */
export function measureCasual(half: Half): Told {
  return measurePhrases([casual], half);
}

function measurePhrases(lists: Phrases[], half: Half): Told {
  const first = half === 'tuning' ? 0 : 1;
  const kindsFound = (kind: keyof Phrases): (SentenceKind | undefined)[] =>
    lists
      .flatMap((of) => of[kind].filter((_, index) => index % 2 === first))
      .map((phrase) => tellingSentences(phrase.replace('{x}', 'ledger7'))[0]?.kind);
  const found = {
    constraints: kindsFound('constraints'),
    decisions: kindsFound('decisions'),
    neutral: kindsFound('neutral'),
  };
  const constraints = count(found.constraints, 'constraint');
  const decisions = count(found.decisions, 'decision');
  const told = Object.values(found).flat().filter(Boolean).length;
  return {
    constraints,
    decisions,
    neutral: count(found.neutral, undefined),
    precision: (constraints.right + decisions.right) / told,
  };
}

function count(found: (SentenceKind | undefined)[], expected: SentenceKind | undefined): Result {
  return { right: found.filter((kind) => kind === expected).length, all: found.length };
}
