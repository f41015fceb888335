import type { RunOptions } from './run-options.ts'

type Options = Required<RunOptions>
type KeysOf<V> = { [K in keyof Options]: [Options[K], V] extends [V, Options[K]] ? K : never }[keyof Options]
type ChoiceKey =
  | 'outputFormat'
  | 'inputFormat'
  | 'effort'
  | 'permissionMode'
  | 'thinking'
  | 'permissionPrompts'
  | 'teammateMode'
  | 'thinkingDisplay'
  | 'systemPromptSnapshot'

/** One flag as data. Its name on the command line is the key in kebab case; camel case is accepted too. */
export type Flag = AnswerFlag | SwitchFlag | ValueFlag

interface FlagWords {
  readonly short?: string
  readonly help: string
  /** Means nothing without `-p`. */
  readonly printOnly?: boolean
}

type AnswerFlag = FlagWords &
  ({ readonly kind: 'help'; readonly key: 'help' } | { readonly kind: 'version'; readonly key: 'version' })

export type SwitchFlag = FlagWords & {
  readonly kind: 'switch'
  readonly key: KeysOf<boolean>
  /** `true` or `false` may follow it. */
  readonly value?: string
}

export type ValueFlag = FlagWords &
  (
    | {
        readonly kind: 'text'
        readonly key: Exclude<KeysOf<string>, 'prompt'>
        readonly value: string
        readonly empty?: boolean
        readonly uuid?: boolean
      }
    | {
        readonly kind: 'number'
        readonly key: KeysOf<number>
        readonly value: string
        readonly whole: boolean
        readonly zero?: boolean
        /** `500k` and `2m` are numbers here. */
        readonly tokens?: boolean
      }
    | Choice
    /** Repeatable; the spaced form takes every following argument up to the next that begins with a dash. */
    | {
        readonly kind: 'list'
        readonly key:
          | 'allowedTools'
          | 'disallowedTools'
          | 'tools'
          | 'addDir'
          | 'betas'
          | 'mcpConfig'
          | 'channels'
          | 'dangerouslyLoadDevelopmentChannels'
          | 'pluginDir'
          | 'pluginDirNoMcp'
          | 'pluginUrl'
          | 'file'
        readonly value: string
        /** `rules`: at commas and blanks outside parentheses. `none`: an argument is one item. */
        readonly split: 'rules' | 'none'
        /** Only repeatable: what follows its one value is something else. */
        readonly single?: boolean
      }
    /** One argument with items between commas; the last one given counts. */
    | {
        readonly kind: 'items'
        readonly key: 'fallbackModel' | 'settingSources'
        readonly value: string
        readonly choices?: readonly string[]
        readonly empty?: boolean
      }
    /** The value may be left out. */
    | {
        readonly kind: 'optional'
        readonly key: 'resume' | 'worktree' | 'remoteControl' | 'rc' | 'background' | 'bg' | 'fromPr'
        readonly value: string
      }
    /** The value may be left out, and can only follow an equals sign. */
    | { readonly kind: 'attached'; readonly key: 'debug' | 'tmux'; readonly value: string }
  )

type Choice = {
  readonly [K in ChoiceKey]: {
    readonly kind: 'choice'
    readonly key: K
    /** For the help text; absent: the choices themselves. */
    readonly value?: string
    readonly choices: readonly Options[K][]
    /** Other spellings of a choice. */
    readonly aliases?: Readonly<Record<string, Options[K]>>
  }
}[ChoiceKey]

export const toKebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** `--output-format`. */
export const flagName = (flag: Flag): string => `--${toKebab(flag.key)}`
