/** What a model says of its work that the ledger can tell about. */
export type ClaimKind = 'tests' | 'build' | 'lint' | 'done'

export interface Claim {
  readonly kind: ClaimKind
  /** Everything of its kind: a run of a part is not enough. */
  readonly isAll: boolean
  /** How many tests it says passed. */
  readonly count?: number
  /** The sentence. */
  readonly text: string
}

const TESTED = String.raw`(?:unit |integration |e2e |regression |smoke )*(?:tests?\b|specs?\b|test ?suites?\b|test cases?\b|test run\b|suites?\b|pytest\b|vitest\b|jest\b|cargo test\b|go test\b|npm (?:run )?test\b|npm t\b)`
const PASSES = String.raw`(?:pass(?:es|ed|ing)?\b(?! (?:over|through|to|into|along|around|by|down|it|them)\b)|succeed(?:s|ed)?\b|green\b|successful(?:ly)?\b|run clean\b|(?:is|are) clean\b|ok\b)`
const BUILT = String.raw`(?:builds?\b|compil(?:es?|ation|ing)\b|npm run build\b|cargo build\b|make\b)`
const CHECKED = String.raw`(?:lint(?:er|ing)?\b|eslint\b|biome\b|ruff\b|clippy\b|type[- ]?checks?\b|type[- ]?checking\b|types\b|tsc\b|mypy\b|pyright\b)`
/** Between what is spoken of and what is said of it; no other clause begins there. */
const GAP = '[^.;:!?。；！？]{0,50}?'

type Row = readonly [kind: ClaimKind, pattern: RegExp]

/** Which sentence says what. The first that fits counts. */
const ENGLISH: readonly Row[] = [
  ['tests', new RegExp(`${TESTED}${GAP}\\b${PASSES}`, 'i')],
  ['tests', /\b\d+\s*(?:\/|of|out of)\s*\d+\s+(?:tests?\s+|checks?\s+)?(?:are\s+)?(?:pass|green)/i],
  ['tests', /\b\d+\s+(?:tests?\s+)?pass(?:ed|ing)\b/i],
  [
    'tests',
    /\b(?:all|everything)(?:\s+\w+){0,3}\s+(?:pass(?:es|ed|ing)?\b|(?:is|are)\s+(?:now\s+|all\s+)?green\b)/i,
  ],
  [
    'tests',
    /\b(?:ran|re-?ran|run|with|through)\s+(?:the\s+|all\s+)*(?:full\s+)?(?:tests?|test suite|suite|specs?)\b.{0,40}\b(?:no|0|zero|without)\s+(?:failures?|errors?|regressions?)\b/i,
  ],
  ['tests', /\b(?:no|zero|0)\s+(?:test\s+failures?|failing tests|failed tests|tests fail)\b/i],
  ['tests', /\b(?:passing|green)\s+(?:test suite|tests|test run)\b/i],
  [
    'build',
    new RegExp(
      `\\b${BUILT}${GAP}\\b(?:${PASSES}|cleanly\\b|fine\\b|without (?:any )?(?:errors?|warnings?)\\b)`,
      'i',
    ),
  ],
  [
    'lint',
    new RegExp(
      `\\b${CHECKED}${GAP}\\b(?:${PASSES}|cleanly\\b|fine\\b|clean\\b|check out\\b|without (?:any )?(?:errors?|warnings?|problems?)\\b)`,
      'i',
    ),
  ],
  ['lint', /\b(?:no|zero|0)\s+(?:type|lint|linter|compiler|typescript)\s+(?:errors?|warnings?|problems?)\b/i],
  [
    'done',
    /^\W*(?:(?:it|that|this|the (?:bug|issue|problem|feature|change|task|work|fix|refactor(?:ing)?|test|build))(?:['’]s| is| has been| was)?\s+(?:now\s+|all\s+)?)?(?:all\s+)?(?:done|fixed|finished|complete[d]?|resolved|implemented|working|works(?: now)?|ready)\b/i,
  ],
]

const CHINESE: readonly Row[] = [
  ['tests', /(?:测试|用例|单测|测试套件)[^，。；！？,;]{0,16}?(?:通过|全绿|成功|没有失败|无失败)/],
  ['tests', /(?:通过了?)(?:所有|全部)?(?:的)?(?:单元|集成)?(?:测试|用例)/],
  ['tests', /(?:所有|全部)[^，。；！？]{0,8}(?:测试|用例)[^，。；！？]{0,8}(?:通过|绿)/],
  ['build', /(?:构建|编译|打包)[^，。；！？,;]{0,12}?(?:通过|成功|没有(?:错误|报错)|无(?:错误|报错)|正常)/],
  [
    'lint',
    /(?:类型检查|代码检查|静态检查|lint|eslint|tsc)[^，。；！？,;]{0,12}?(?:通过|成功|没有(?:错误|问题|报错)|无(?:错误|报错)|干净)/i,
  ],
  [
    'done',
    /^[^\p{L}\p{N}]*(?:(?:问题|缺陷|错误|功能|任务|修改|重构|bug)?(?:都|已经|已|全部)*(?:完成|修复|解决|搞定|实现)(?:了|好了|完毕)?)/iu,
  ],
]

/** What stands before it makes it a wish, a condition or somebody else's word. */
const NOT_SAID_BEFORE =
  /\b(?:should|would|could|can|may|might|must|will|if|once|when|whether|until|unless|before|after you|ensure|make sure|so that|in order|need(?:s|ed)? to|have to|to (?:make|get|see|check|verify|confirm)|expect(?:s|ed)?|assum\w*|hop\w*|want|try|let me|cannot say|can['’]t say|did(?:n['’]t| not) (?:run|check|verify)|have(?:n['’]t| not) (?:run|checked|verified|tested)|not (?:run|verified|checked|tested)|don['’]t know|says?|said|claims?|according to|readme|ci (?:says|shows|reports)|previously|used to|originally|you (?:said|ran|reported|mentioned|told)|please|then|as soon as|were|was it)\b|如果|若|假如|只要|一旦|应该|应当|会|将|需要|确保|保证|希望|预计|可能|未|没有(?:运行|跑|验证)|尚未|还没|请|待|之前|等|据|是否|能否/i
/** In what is said itself. */
const NEGATED =
  /n['’]t\b|\b(?:not|never|cannot|neither|barely|almost|partially|partly)\b|(?<!没有|无)(?:不|未|没(?!有(?:失败|错误|报错|问题)))/i
/** Anywhere in the sentence. */
const LIMITED =
  /\b(?:except|apart from|other than|aside from)\b|\b[1-9]\d* (?:tests? |specs? )?(?:fail\w*|failures?)\b|\bstill (?:fail|red|broken)|\?\s*$|除了|仍然失败|仍有|还有.{0,8}失败|[吗？]\s*$/i
const ALL = /\b(?:all|every|everything|entire|whole|full|complete)\b|所有|全部|全都|全绿|整个/i
const COUNT =
  /\b(\d{1,6})\s*(?:\/\s*\d+\s*|of\s+\d+\s*|out of\s+\d+\s*)?(?:\w+\s+){0,2}?(?:tests?|specs?|pass|green)|(\d{1,6})\s*(?:个|项|条)?(?:测试|用例)/i

const MAX_TEXT = 20_000
const MAX_SENTENCE = 400

/** Each kind at most once, the strongest of it: what the end of a text says of the work. No model is asked. */
export const findClaims = (said: string): readonly Claim[] => {
  const found = new Map<ClaimKind, Claim>()
  for (const sentence of sentencesOf(said)) {
    const claim = claimIn(sentence)
    if (!claim) continue
    const before = found.get(claim.kind)
    if (!before || (claim.isAll && !before.isAll)) found.set(claim.kind, claim)
  }
  return [...found.values()]
}

const claimIn = (sentence: string): Claim | undefined => {
  if (LIMITED.test(sentence)) return undefined
  for (const [kind, pattern] of [...ENGLISH, ...CHINESE]) {
    const match = pattern.exec(sentence)
    if (!match) continue
    // Of the clause alone: "If you agree, I go on; the tests pass" says that they do.
    const clause =
      sentence
        .slice(0, match.index)
        .split(/[,;:，；：(（—–]|\b(?:and|but)\b/)
        .at(-1) ?? ''
    if (NOT_SAID_BEFORE.test(clause) || NOT_SAID_BEFORE.test(match[0]) || NEGATED.test(match[0])) continue
    if (/^\W*(?:if|once|when|after|until|unless|as soon as|before)\b/i.test(sentence)) continue
    const count = COUNT.exec(sentence)
    const number = Number(count?.[1] ?? count?.[2] ?? Number.NaN)
    return {
      kind,
      isAll: ALL.test(sentence),
      ...(Number.isNaN(number) ? {} : { count: number }),
      text: sentence.trim(),
    }
  }
  return undefined
}

/** Without code, quotations and headings. */
const sentencesOf = (said: string): readonly string[] =>
  said
    .slice(-MAX_TEXT)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .filter(line => !/^\s*(?:>|#{1,6}\s)/.test(line))
    .map(line => line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ x]\]\s*)?/, '').replace(/[*_`]+/g, ''))
    .flatMap(line => line.split(/(?<=[.!?;])\s+|(?<=[。！？；])/))
    .map(sentence => sentence.slice(0, MAX_SENTENCE))
    .filter(sentence => sentence.trim() !== '')
