/** What the output of a check says of how it went. */
export interface SaidByRun {
  readonly isGreen: boolean
  readonly isRed: boolean
  /** It sums up that something failed, whatever it ended with. */
  readonly sumsUpRed: boolean
  /** It ran nothing. */
  readonly isNothing: boolean
  /** How many tests it says passed. */
  readonly passed?: number
}

const RED =
  /(?:^|[^\w.-])(?!0\b)\d+ (?:tests? |specs? |suites? |examples?, )?(?:failed|failing|failures?|errors?)\b|^\s*(?:FAIL|FAILED|--- FAIL:|not ok|✗|✖|×)(?:\s|:|$)|\berror TS\d+|\bnpm (?:ERR!|error)|^(?:error|Error)(?:\[\w+\])?:|\btest result: FAILED|\bBUILD FAILED|\bTests failed|^# fail [1-9]|\bpanicked at\b|Traceback \(most recent call last\)|\bFAILURES!|Segmentation fault|command not found/m
const SUMMED_UP =
  /^[^\n]*\b(?:tests?|specs?|suites?|files|examples?|total)\b[^\n]*\b[1-9]\d* failed\b|\b[1-9]\d* (?:tests? |specs? )?failed(?:,|\s|$)|^# fail [1-9]|\btest result: FAILED|\bBUILD FAILED|^FAILURES!|\b[1-9]\d* failing$/im
const GREEN =
  /\b\d+ (?:tests? |specs? |suites? )?pass(?:ed|ing)\b|\btest result: ok\b|^ok\s|^# pass [1-9]|\bBUILD SUCCESS|\bOK \(\d+|\b0 (?:failed|failures|errors|problems)\b|^(?:All )?(?:\d+ )?(?:tests|specs) passed|^OK$|^ok$|\bNo (?:issues|problems|errors) found|\b0 errors\b/im
const NOTHING =
  /\bno tests? (?:files? )?(?:found|ran|to run|collected|matched|were)|\bcollected 0 items|\b0 tests? (?:ran|passed|found|executed)\b|\brunning 0 tests\b(?![\s\S]*running [1-9])|\bno test files\b|\bTests:\s+0 total|^# tests 0$|Ran 0 tests|no test specified/im
const PASSED = /(?:^|[^\w.])(\d+) (?:tests? |specs? )?pass(?:ed|ing)\b|^# pass (\d+)|\bOK \((\d+) tests/im
const MAX_READ = 60_000

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

export const outputOf = (text: string): SaidByRun => {
  const shown = (text.length > MAX_READ ? text.slice(-MAX_READ) : text).replace(ANSI, '')
  const passed = PASSED.exec(shown)?.slice(1).find(Boolean)
  return {
    isRed: RED.test(shown),
    sumsUpRed: SUMMED_UP.test(shown),
    isGreen: GREEN.test(shown),
    isNothing: NOTHING.test(shown),
    ...(passed === undefined ? {} : { passed: Number(passed) }),
  }
}
