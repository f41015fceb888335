import type { LocalizedText } from './messages/localized-text.ts'

/** A cloud that /setup-bedrock and /setup-vertex set up. */
export type Cloud = 'bedrock' | 'vertex'

/** One way to sign in, as a dialog offers it. */
export interface CloudWay {
  /** What stands for it behind the command, `auth=profile profile=dev` say. */
  readonly words: string
  readonly label: LocalizedText
  /** What was found of it on this machine. */
  readonly detail?: LocalizedText
  /** It has to be named: what is asked for, as the key of a word. */
  readonly asks?: 'file'
  readonly region?: string
}

/** What a dialog asks about, step by step; its answers go behind the command as words. */
export interface CloudSteps {
  readonly cloud: Cloud
  readonly title: string
  readonly ways: readonly CloudWay[]
  readonly region: string
  /** Asked for by Google's cloud; '' where none was found. */
  readonly project?: string
  /** Words that pin the models that are known here. */
  readonly pins: string
}

/** How far it is; `text` says it to whoever has no screen. */
export interface CloudSetup {
  readonly text: LocalizedText
  /** What a screen asks; absent: there is nothing more to ask. */
  readonly ask?: { readonly steps: CloudSteps } | { readonly plan: CloudPlan }
}

/** What would be written, to be approved. */
export interface CloudPlan {
  readonly title: string
  readonly plan: LocalizedText
  /** The command that writes it. */
  readonly line: string
}
