import { SessionError } from '../../features/sessions/session-error.ts'
import { type Choice, NoCredentials, type Opened } from '../../frontends/tui/tui-options.ts'
import { compose } from '../../host/compose.ts'
import { NoCredentialsError } from '../../host/connect-model.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import type { CliPorts } from './create-tui-ports.ts'
import type { TuiStart } from './tui-start.ts'

/** The conversation on the screen; another one takes its place when the person wants so. */
export class Conversation {
  readonly #start: TuiStart
  readonly #ports: CliPorts
  #engine: Engine | undefined
  #tidy: (() => void) | undefined

  constructor(start: TuiStart, ports: CliPorts) {
    this.#start = start
    this.#ports = ports
  }

  readonly open = async (choice: Choice, warn: (text: string) => void): Promise<Opened> => {
    await this.close()
    if (this.#start.demo || this.#ports.onboarding.wantsDemo) return await this.#openDemo(warn)
    const { env, version, argv, git } = this.#start
    try {
      const { engine } = await compose(
        this.#optionsFor(choice),
        { env, version, argv, interactive: true, ...(git ? { git } : {}) },
        warn,
      )
      this.#engine = engine
      return { engine }
    } catch (error) {
      if (error instanceof NoCredentialsError) throw new NoCredentials(error.message)
      if (error instanceof SessionError) throw new ExitError(1, error.message)
      throw error
    }
  }

  async close(): Promise<void> {
    const engine = this.#engine
    this.#engine = undefined
    await engine?.[Symbol.asyncDispose]()
    this.#tidy?.()
    this.#tidy = undefined
  }

  /** A project of its own, a scripted model, everything else real. */
  async #openDemo(warn: (text: string) => void): Promise<Opened> {
    const { openDemo } = await import('../demo/open-demo.ts')
    const demo = await openDemo(this.#start, warn)
    this.#engine = demo.engine
    this.#tidy = demo.remove
    return { engine: demo.engine, draft: demo.prompt, demo: true }
  }

  #optionsFor({ resume, fork = false }: Choice): RunOptions {
    const { resume: given, ...rest } = this.#start.options
    const trusted = { ...rest, trust: rest.trust || this.#ports.trust.accepted }
    if (resume !== undefined) {
      const { sessionId: _, ...others } = trusted
      return { ...others, resume, continue: false, forkSession: fork }
    }
    // Asked to choose one: until then it is a new one.
    return given === undefined || given === true ? trusted : { ...trusted, resume: given }
  }
}
