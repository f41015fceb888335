interface Check {
  readonly what: string
  /** As written; empty: none. */
  readonly command: string
}

const HEADING = /^#{1,6}\s+(?!!)(.+)$/
const COMMAND = /^[\s>*_-]*Command(?:\s+run)?[*_]*:[*_]*(.*)$/i
const OUTPUT = /^[\s>*_-]*(?:Output|Result)[^:]{0,20}:/i
const VERDICT = /^[\s>*_-]*Verdict[*_]*:[*_]*\s*(?:PASS|FAIL|PARTIAL)\b/i
/** The last line of a report, about all of it. */
const OVERALL = /^[\s>*_#]*VERDICT[*_]*:/
const MOST_NAMED = 5
const MOST_CHARS = 80

/**
 * Whether every verdict of a report rests on a command that its writer ran: what is wrong, for whoever reads it;
 * undefined: nothing is.
 */
export const unprovenVerdicts = (report: string, ran: readonly string[]): string | undefined => {
  const checks = checksIn(report)
  if (checks.length === 0) return warning('the report has no check with a command and a verdict', ran)
  const known = ran.map(plain).filter(command => command !== '')
  const unproven = checks.filter(({ command }) => !isRun(plain(command), known))
  if (unproven.length === 0) return undefined
  const names = unproven.slice(0, MOST_NAMED).map(({ what }) => `"${cut(what)}"`)
  const more = unproven.length > MOST_NAMED ? ` and ${unproven.length - MOST_NAMED} more` : ''
  return warning(
    `${unproven.length} of ${checks.length} verdicts name no command that was run: ${names.join(', ')}${more}`,
    ran,
  )
}

const warning = (what: string, { length }: readonly string[]): string =>
  `[Unverified: ${what}. The agent ran ${length === 1 ? '1 command' : `${length} commands`}. Take what is unverified as not checked.]`

const checksIn = (report: string): readonly Check[] => {
  const checks: Check[] = []
  let what = ''
  let command = ''
  let isCommand = false
  for (const line of report.split('\n')) {
    const [, heading] = HEADING.exec(line) ?? []
    const [, begun] = COMMAND.exec(line) ?? []
    if (OVERALL.test(line) || OUTPUT.test(line)) isCommand = false
    else if (VERDICT.test(line)) {
      checks.push({ what: what || command.trim() || 'a check without a name', command })
      command = ''
      isCommand = false
    } else if (begun !== undefined) {
      command = begun
      isCommand = true
    } else if (heading !== undefined) {
      what = heading
      command = ''
      isCommand = false
    } else if (isCommand) command += `\n${line}`
  }
  return checks
}

/** Part of one that ran, or made of one: reports leave out what stands before and behind, or name two at once. */
const isRun = (command: string, ran: readonly string[]): boolean =>
  command !== '' && ran.some(each => each.includes(command) || command.includes(each))

/** Without what Markdown, shell prompts and line breaks add. */
const plain = (command: string): string =>
  command
    .replace(/^\s*```\w*\s*$/gm, '')
    .replace(/`/g, '')
    .replace(/^\s*\$\s+/gm, '')
    .replace(/\\\n/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const cut = (text: string): string => (text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS - 1)}…`)
