import { type ChildProcess, spawn } from 'node:child_process'
import { StartProblem } from './find-program.ts'
import type { ExtensionWords } from './words.ts'

export interface ServeProcess {
  readonly pid: number
  readonly url: string
  /** Signs in once. */
  readonly link: string
  /** With what it said last, when it ends. */
  readonly ended: Promise<string>
  stop(): void
}

export interface StartServe {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly words: ExtensionWords
  log(line: string): void
}

/** How much of what it complained about is shown. */
const MOST_SAID = 2_000
const STOP_MS = 3_000

/** `capstan serve` on a free port of this machine. It ends with this process, however that ends. Throws StartProblem. */
export const startServe = async (options: StartServe): Promise<ServeProcess> => {
  const { program, args, cwd, env, words, log } = options
  const child = spawn(program, ['serve', '--port', '0', '--until-input-ends', ...args], {
    cwd,
    env: ownEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = `${complaints}${text}`.slice(-MOST_SAID)
    log(text.trimEnd())
  })
  // It is gone: `ended` says so.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', (code, signal) => resolve(complaints.trim() || `exit ${signal ?? code}`))
  })
  const failed = ended.then((reason): never => {
    throw new StartProblem(words.cannotStart(reason))
  })
  // Whoever waits for the address hears of it; nobody else has to.
  failed.catch(() => undefined)
  const { url, link } = await Promise.race([addressOf(child), failed])
  if (!isLoopback(url)) {
    child.kill()
    throw new StartProblem(words.foreignAddress(url))
  }
  return { pid: child.pid ?? 0, url, link, ended, stop: () => stop(child) }
}

const stop = (child: ChildProcess): void => {
  child.stdin?.end()
  child.kill()
  setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref()
}

/** The first line says where it is, the second how one signs in; what follows is nobody's business here. */
const addressOf = (child: ChildProcess): Promise<{ readonly url: string; readonly link: string }> =>
  new Promise(resolve => {
    let said = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length > 100_000) return
      said += text
      const [, url, link] = /is at (\S+)\r?\n.*?(https?:\/\/\S+)\r?\n/.exec(said) ?? []
      if (url !== undefined && link !== undefined) resolve({ url, link })
    })
  })

export const isLoopback = (url: string): boolean => {
  try {
    return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname)
  } catch {
    // No address at all.
    return false
  }
}

/** What is the editor's own is not for the programs that run in its folder. */
const ownEnvironment = (env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(?:VSCODE_|ELECTRON_|CLAUDE_CODE_SSE_PORT$|CODE_SERVER_|NODE_OPTIONS$)/.test(name),
    ),
  )
