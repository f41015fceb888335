import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseScenario, ScenarioError } from '../features/models/scripted/parse-scenario.ts'
import { serveScenario } from '../features/models/scripted/server.ts'
import { answerText } from '../protocol/messages/cli/answers.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import type { Text } from '../protocol/messages/localized-text.ts'
import { describeCause } from '../protocol/system-error.ts'
import { ExitError, messageOf } from './exit-error.ts'
import { localizeFor } from './in-ui-language.ts'
import { listenProblem } from './listen-problem.ts'
import { say } from './say.ts'
import { listenForSignals } from './terminal.ts'
import { showUsage, usageOf, wantsHelp } from './usage.ts'

const USAGE = usageOf(
  'Usage: capstan mock-server <scenario.yaml> [--port N]',
  '用法：capstan mock-server <scenario.yaml> [--port N]',
)

/**
 * Serves a scenario on loopback until it is told to stop; says each request and what was wrong with it. Only who has
 * the key that is printed is answered: other users of the machine and pages in a browser reach the port, too.
 */
export const mockServer = async (argv: readonly string[]): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(USAGE)
  const { file, port } = readArguments(argv)
  const scenario = await load(file)
  const token = randomBytes(24).toString('base64url')
  const server = await serveScenario(scenario, { port, token }).catch((error: unknown) => {
    throw listenProblem(error, { hostname: '127.0.0.1', port })
  })
  const localize = await localizeFor(process.env)
  const tell = (text: Text): void => void process.stdout.write(`${localize(text)}\n`)
  tell(answerText('mock_serving', { file, url: server.url }))
  const command = `ANTHROPIC_BASE_URL=${server.url} ANTHROPIC_API_KEY=${token} capstan -p "hello"`
  tell(answerText('mock_try', { command }))
  const signal = listenForSignals()
  await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  tell(
    answerText('mock_counts', {
      requests: answerText('mock_requests', { count: server.requests.length }),
      violations: answerText('mock_violations', { count: server.violations.length }),
    }),
  )
  for (const violation of server.violations) say(`  ${violation}`)
  await server.close()
  return server.violations.length === 0 ? 0 : 1
}

const readArguments = (argv: readonly string[]): { readonly file: string; readonly port: number } => {
  let file: string | undefined
  let port = 0
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const value = word === '--port' ? argv[++at] : /^--port=(.*)$/.exec(word)?.[1]
    if (value !== undefined) port = readPort(value)
    else if (word.startsWith('-') || file !== undefined)
      throw new ExitError(2, commandText('mock_argument', { word, usage: USAGE }))
    else file = word
  }
  if (file === undefined) throw new ExitError(2, USAGE)
  return { file, port }
}

const readPort = (text: string): number => {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new ExitError(2, commandText('mock_port', { given: JSON.stringify(text) }))
}

const load = async (file: string) => {
  try {
    return await parseScenario(readFileSync(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof ScenarioError) throw new ExitError(1, messageOf(error))
    throw new ExitError(1, commandText('mock_file', { file, error: describeCause(error) }))
  }
}
