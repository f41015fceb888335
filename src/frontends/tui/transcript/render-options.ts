import type { AgentRow } from '../state/ui-state.ts'
import type { Words } from '../text/words.ts'
import type { Theme } from '../theme/theme.ts'
import type { RichText } from './markdown/rich-text.ts'

/** Where places in files and issues that a text names lead. */
export interface ReferenceTargets {
  /** Working directory of the session: places in files outside of it lead nowhere. */
  readonly cwd: string
  /** Name of the machine the files are on; absent: they cannot be reached from here. */
  readonly machine?: string | undefined
  /** Shows the issues of repositories. */
  readonly issueHost: string
}

/** What lines depend on besides their content. */
export interface RenderOptions {
  /** Columns a line may have. */
  readonly width: number
  readonly theme: Theme
  readonly words: Pick<Words, 'transcript' | 'localize'>
  /** The terminal understands OSC 8. */
  readonly hyperlinks: boolean
  /** Absent: what a text names stays text. */
  readonly references?: ReferenceTargets | undefined
  /** For a screen reader: no drawn characters, states in words. */
  readonly plain?: boolean
  /** Absent: text stays as it is written. */
  readonly rich?: RichText
  /** For what is final: lines that begin at the border may be broken by the terminal, at one column more. */
  readonly soft?: boolean | undefined
  /** Then prose, too, and not code alone. */
  readonly softProse?: boolean
  /** For code in what is indented: the border, where it stands all the same. Whoever sets it takes the marks away. */
  readonly border?: Pick<RenderOptions, 'width' | 'soft'> | undefined
}

/** What items depend on besides their content. */
export interface View extends RenderOptions {
  /** Everything unfolded. */
  readonly verbose: boolean
  /** Only what was said. */
  readonly focus?: boolean
  /** Of what the model says and does, only what it sent with Brief. */
  readonly brief?: boolean
  /** When each message was written. */
  readonly times?: boolean
  /** The first lines of what the model thought. */
  readonly thoughts?: boolean
  readonly now: number
  /** Paths inside it are shown short. */
  readonly cwd?: string
  /** Rows there are for what still moves. */
  readonly rows?: number
  /** For the calls that started them; `asking`: ids of those that wait for an answer. */
  readonly agents?:
    | {
        readonly rows: readonly AgentRow[]
        readonly asking: ReadonlySet<string>
        /** What the person's own program wrote for some of them. */
        readonly own?: Readonly<Record<string, string>> | undefined
      }
    | undefined
}

/** The same look with fewer columns, for what is indented. */
export const narrowed = <L extends RenderOptions>(look: L, columns: number): L => ({
  ...look,
  width: Math.max(1, look.width - columns),
  soft: undefined,
})
