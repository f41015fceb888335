import type { Text } from '../../protocol/messages/localized-text.ts'

/** How a finished copy is judged; all of a task's checks must hold. */
export type Check =
  /** Exit code 0. */
  | { readonly kind: 'command'; readonly command: string }
  /** A file of the copy: it is there (or not), and holds something. */
  | ({ readonly kind: 'file'; readonly path: string; readonly absent?: boolean } & Expected)
  /** What was answered last. */
  | ({ readonly kind: 'answer' } & Expected)
  /** A model judges the changes and the answer by these words. */
  | { readonly kind: 'rubric'; readonly rubric: string; readonly model?: string }

export interface Expected {
  readonly contains?: string
  /** A regular expression, over several lines. */
  readonly matches?: string
  readonly equals?: string
}

export interface Limits {
  /** Of all prompts together. */
  readonly seconds: number
  /** Of each command of set-up and checks. */
  readonly checkSeconds: number
  readonly turns?: number
  readonly usd?: number
}

/** Where the copy comes from. Paths are absolute. */
export interface Setup {
  readonly directory?: string
  /** Names at the top of that directory that are not copied. */
  readonly without?: readonly string[]
  readonly git?: { readonly repository: string; readonly ref: string }
  readonly archive?: string
  /** Run in the copy before its state counts as the beginning. */
  readonly command?: string
}

/** A file or directory and where it is put in the copy, below its top. */
export interface Overlay {
  readonly from: string
  readonly to: string
}

/** What solves the task, to see that its checks can be passed. */
export interface Solution {
  /** Copied over the start. */
  readonly files?: readonly Overlay[]
  /** The text of a patch. */
  readonly patch?: string
  readonly command?: string
  /** For tasks whose answer is checked. */
  readonly answer?: string
}

/** The image in which a task of another format runs. */
export interface Container {
  readonly build?: string
  readonly image?: string
  readonly workdir?: string
  /** Copied to this place of the container for the check. */
  readonly tests: Overlay
  readonly command: string
  /** Files of the container, of which the first that is there has a number, or names and numbers: passed from 1 on. None: the exit code counts. */
  readonly rewards: readonly string[]
  /** Variables of everything in it, and those that only the tests get. */
  readonly env: Readonly<Record<string, string>>
  readonly testEnv: Readonly<Record<string, string>>
  /** Why it can't be run here. */
  readonly unsupported?: string
}

export type TaskFormat = 'capstan' | 'swe-bench' | 'terminal-bench' | 'harbor' | 'aider'

export interface EvalTask {
  readonly name: string
  readonly format: TaskFormat
  /** Where it was read from. */
  readonly source: string
  readonly description: string
  /** Said one after the other in one session; none: only the checks run. */
  readonly prompts: readonly string[]
  readonly setup: Setup
  /** Put over the copy before it is judged: tests that must be as they were. */
  readonly overlays: readonly Overlay[]
  /** A patch applied before the checks: the tests of an instance. */
  readonly checkPatch?: string
  readonly checks: readonly Check[]
  readonly limits: Limits
  /** Hosts that commands may reach; `all`: any. */
  readonly network: 'off' | 'all' | readonly string[]
  /** How often the output of failed checks is given back for another try, the first included. */
  readonly attempts: number
  readonly tags: readonly string[]
  /** Programs without which it cannot be judged. */
  readonly needs: readonly string[]
  readonly solution?: Solution
  readonly container?: Container
}

export interface TaskProblem {
  readonly source: string
  readonly line?: number
  readonly message: Text
}

export interface ReadTasks {
  readonly tasks: readonly EvalTask[]
  readonly problems: readonly TaskProblem[]
}

export const USUAL_LIMITS: Limits = { seconds: 900, checkSeconds: 300 }

const NAME = /^[A-Za-z0-9][\w.-]{0,99}$/

export const isTaskName = (name: string): boolean => NAME.test(name)

/** A name of another format as one of ours: it becomes part of file names. */
export const asTaskName = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100) || 'task'
