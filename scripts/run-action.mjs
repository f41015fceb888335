// The GitHub Action: one prompt with Capstan, or a review of a change. Reads INPUT_* variables; writes the answer into the step summary, outputs
// and annotations. Built-in modules only.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, closeSync, readFileSync, writeFileSync } from 'node:fs'

const LEVELS = ['error', 'warning', 'notice']

/** What is asked for where findings are wanted. */
const SCHEMA = {
  type: 'object',
  required: ['summary', 'findings'],
  properties: {
    summary: { type: 'string' },
    findings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['file', 'line', 'level', 'message'],
        properties: {
          file: { type: 'string' },
          line: { type: 'integer' },
          level: { enum: LEVELS },
          message: { type: 'string' },
        },
      },
    },
  },
}

const input = (name, env = process.env) => (env[`INPUT_${name}`] ?? '').trim()
const wantsFindings = input('ANNOTATIONS') === 'true'

const args = () => {
  const flag = (name, value) => (value === '' ? [] : [name, value])
  return [
    '-p',
    '--output-format=json',
    ...flag('--model', input('MODEL')),
    ...flag('--max-budget-usd', input('MAX_BUDGET_USD')),
    ...flag('--max-turns', input('MAX_TURNS')),
    ...(input('ALLOWED_TOOLS') === '' ? [] : [`--allowed-tools=${input('ALLOWED_TOOLS')}`]),
    ...(wantsFindings ? ['--json-schema', JSON.stringify(SCHEMA)] : []),
  ]
}

/** Keys as the step hands them on: lines of a descriptor, which no process has among its variables. */
const readKeys = () => {
  const descriptor = Number(process.env.INPUT_KEYS_FD)
  delete process.env.INPUT_KEYS_FD
  if (!Number.isInteger(descriptor) || descriptor < 3) return {}
  const lines = readFileSync(descriptor, 'utf8').split('\n')
  closeSync(descriptor)
  return Object.fromEntries(
    lines
      .filter(line => line.includes('='))
      .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** Runs the program; what it is told goes in by stdin: that may be longer than a command line, and begin with a dash. */
const run = (words, told = '') =>
  new Promise((resolve, reject) => {
    const child = spawn('capstan', words, { env: childEnv(), stdio: ['pipe', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', piece => (stdout += piece))
    child.stderr.setEncoding('utf8').on('data', piece => (stderr += piece))
    child.on('error', reject).on('close', code => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {}).end(told)
  }).catch(error => ({
    code: 1,
    stdout: '',
    stderr: error.code === 'ENOENT' ? 'capstan was not found on the PATH.' : String(error),
  }))

let known
/** Keys are read once: the descriptor has no second copy of them. */
const childEnv = () => {
  if (known) return known
  const env = { ...process.env, ...readKeys() }
  const key = input('API_KEY', env)
  if (key !== '') env.ANTHROPIC_API_KEY = key
  for (const name of Object.keys(env)) if (name.startsWith('INPUT_')) delete env[name]
  known = env
  return env
}

const escapeText = text => String(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = text => escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const annotate = (level, message, { file, line } = {}) => {
  const at = file === undefined ? '' : ` file=${escapeProperty(file)},line=${escapeProperty(line)}`
  process.stdout.write(`::${level}${at}::${escapeText(message)}\n`)
}

/** What a model wrote is shown as text: a line of it that looks like a command of the runner is none. */
const show = text => {
  const token = randomBytes(16).toString('hex')
  process.stdout.write(`::stop-commands::${token}\n${text}\n::${token}::\n`)
}

const putOutput = (name, value) => {
  if (!process.env.GITHUB_OUTPUT) return
  const end = `end_${randomBytes(16).toString('hex')}`
  appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`)
}

/** A picture is asked for when somebody looks, and its address can carry away what the model has read. */
const withoutPictures = text =>
  text
    .replaceAll('![', '!\\[')
    .replaceAll(/<(?=\s*\/?\s*(?:img|picture|source|video|audio|image|svg)\b)/gi, '&lt;')

const putSummary = text => {
  if (process.env.GITHUB_STEP_SUMMARY)
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${withoutPictures(text)}\n`)
}

const readResult = text => {
  try {
    return JSON.parse(text.trim().split('\n').at(-1) ?? '')
  } catch {
    return undefined // it failed before it had one
  }
}

const cell = text => String(text).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

const summaryOf = (result, { answer, findings, denied }) =>
  [
    '## Capstan',
    '',
    answer,
    '',
    ...(findings.length === 0
      ? []
      : [
          '| level | where | what |',
          '|---|---|---|',
          ...findings.map(
            ({ level, file, line, message }) =>
              `| ${cell(level)} | ${cell(file)}:${cell(line)} | ${cell(message)} |`,
          ),
          '',
        ]),
    ...(denied.length === 0
      ? []
      : [
          `Denied: ${denied.map(name => `\`${name}\``).join(', ')}. Add them to \`allowed-tools\` if they are fine.`,
          '',
        ]),
    `${result.num_turns ?? 0} requests · $${(result.total_cost_usd ?? 0).toFixed(4)} · session \`${result.session_id ?? ''}\``,
  ].join('\n')

const isWorse = (level, limit) => limit !== 'never' && LEVELS.indexOf(level) <= LEVELS.indexOf(limit)

const limit = input('FAIL_ON') === '' ? 'never' : input('FAIL_ON')
if (!['never', 'error', 'warning'].includes(limit)) {
  annotate('error', `The input "fail-on" is "${limit}"; use error, warning or never.`)
  process.exit(1)
}

/** What the job is for: the pull request against the branch it goes to. */
const changeOf = wanted => {
  if (wanted !== 'true') return wanted
  const base = process.env.GITHUB_BASE_REF ?? ''
  return base === '' ? 'HEAD~1...HEAD' : `origin/${base}...HEAD`
}

/** The same review as by hand. What it shows is shown again from what was kept: nothing is asked twice. */
const review = async what => {
  const flag = (name, value) => (value === '' ? [] : [name, value])
  if (what.startsWith('-')) {
    annotate('error', `The input "review" is "${what}"; use a base, a range, a pull request (#12) or "true".`)
    return 1
  }
  const ended = await run([
    ...['review', what, '--format', 'json', '--fail-on', limit],
    ...['--budget-usd', input('MAX_BUDGET_USD') || '5'],
    ...flag('--model', input('MODEL')),
    ...flag('--max-turns', input('MAX_TURNS')),
    ...(input('ALLOWED_TOOLS') === '' ? [] : [`--allowed-tools=${input('ALLOWED_TOOLS')}`]),
  ])
  const found = readResult(ended.stdout)
  if (!found?.id) {
    const nothing = ended.code === 2 && ended.stderr.includes('changes nothing')
    annotate(nothing ? 'notice' : 'error', ended.stderr.trim() || `capstan ended with code ${ended.code}.`)
    return nothing ? 0 : ended.code || 1
  }
  const again = async format =>
    (await run(['review', '--resume', found.id, '--format', format, '--fail-on', 'never'])).stdout
  const text = await again('text')
  show(text)
  process.stdout.write(await again('github'))
  if (input('SARIF') !== '') writeFileSync(input('SARIF'), await again('sarif'))
  putSummary(`## Capstan\n\n${fenced(text)}`)
  putOutput('result', text)
  putOutput('session-id', found.sessions?.at(-1) ?? '')
  putOutput('cost-usd', String(found.usd ?? 0))
  return ended.code
}

/** As it is, however many back quotes are in it. */
const fenced = text => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.trimEnd()}\n${fence}`
}

if (input('REVIEW') !== '') process.exit(await review(changeOf(input('REVIEW'))))
if (input('PROMPT') === '') {
  annotate('error', 'The input "prompt" is empty.')
  process.exit(1)
}
const ended = await run(args(), input('PROMPT'))
const result = readResult(ended.stdout)
if (!result) {
  annotate('error', ended.stderr.trim() || `capstan ended with code ${ended.code}.`)
  process.exit(ended.code || 1)
}
const found = result.structured_output?.findings ?? []
const findings = found.filter(({ level }) => LEVELS.includes(level))
const answer = result.structured_output?.summary ?? result.result ?? ''
const denied = [...new Set((result.permission_denials ?? []).map(({ tool_name }) => tool_name))]
show(answer)
for (const finding of findings) annotate(finding.level, finding.message, finding)
for (const name of denied) annotate('warning', `Capstan was not allowed to use ${name}. See "allowed-tools".`)
if (result.is_error)
  annotate('error', result.errors?.join(' ') || answer || ended.stderr.trim() || String(result.subtype))
putSummary(summaryOf(result, { answer, findings, denied }))
putOutput('result', answer)
putOutput('session-id', result.session_id ?? '')
putOutput('cost-usd', String(result.total_cost_usd ?? 0))
const failed = findings.some(({ level }) => isWorse(level, limit))
process.exit(ended.code || (failed ? 1 : 0))
