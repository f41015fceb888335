import type { ContributionSource } from '../../protocol/extensions/source.ts'
import type { PromptContent } from './content.ts'

/** A way of answering. */
export interface OutputStyle {
  readonly name: string
  readonly description: string
  /** Ours, in the language of the prompt, or the text of a file. */
  readonly text: Exclude<keyof PromptContent['style'], 'heading'> | { readonly own: string }
  /** Our advice on doing the work and answering stays beside it. */
  readonly keepWork: boolean
  /** It is used whenever its plugin is, whatever was chosen. */
  readonly forced?: true
}

/** A style that can be chosen, and the file it is from. */
export interface ListedStyle extends Pick<OutputStyle, 'name' | 'description'> {
  readonly file?: string
  readonly source?: ContributionSource
}

export const DEFAULT_STYLE = 'default'

export const BUILT_IN_STYLES: readonly OutputStyle[] = [
  {
    name: 'proactive',
    description: 'Decides for itself instead of asking back',
    text: 'proactive',
    keepWork: true,
  },
  {
    name: 'concise',
    description: 'Answers in as few words as possible',
    text: 'concise',
    keepWork: true,
  },
  {
    name: 'explanatory',
    description: 'Explains the choices made while it works',
    text: 'explanatory',
    keepWork: true,
  },
  {
    name: 'learning',
    description: 'Leaves pieces for you to write',
    text: 'learning',
    keepWork: true,
  },
]

/** With what is used when nobody chooses. */
export const OWN_STYLES: readonly Pick<OutputStyle, 'name' | 'description'>[] = [
  { name: DEFAULT_STYLE, description: 'Does the work and briefly says what was done' },
  ...BUILT_IN_STYLES.map(({ name, description }) => ({ name, description })),
]

export const styleText = (style: OutputStyle, content: PromptContent): string => {
  const { text } = style
  const body = typeof text === 'string' ? content.style[text] : text.own
  return `${content.style.heading(style.name)}\n${body}`
}
