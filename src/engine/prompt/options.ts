import type { PromptChoice } from '../../features/prompt/build.ts'
import type { ListedStyle, OutputStyle } from '../../features/prompt/output-styles.ts'
import type { Section } from '../../features/prompt/sections.ts'
import type { AttachmentSource } from '../../protocol/attachment.ts'
import type { ReadGit } from './git-snapshot.ts'

/** What the model is told before and beside the conversation. */
export interface PromptSettings extends PromptChoice {
  /** In the place of our words, a few of them: the window of the model is small. Nothing is said of git and memory. */
  readonly small?: boolean
  /** In the words for somebody who only hands work to others. */
  readonly coordinates?: boolean
  /** The directory that the threads of the session share, where it is to be told. */
  readonly scratchpad?: string
  /** The conversation is told in one line of the directory for its temporary files. */
  readonly tellsScratch?: boolean
  /** Absent: English. */
  readonly promptLanguage?: 'en' | 'zh'
  /** Language of the answers. */
  readonly language?: string
  readonly style?: OutputStyle
  /** All styles that can be chosen here; absent: our own. */
  styles?(): Promise<readonly ListedStyle[]>
  /** What commits and pull requests end with. */
  readonly attribution?: { readonly commit?: string; readonly pr?: string }
  /** Changes of some size go to the verification agent before they are called done. */
  readonly verifies?: boolean
  /** Absent: nothing is said about the state of the repository. */
  readonly git?: ReadGit
  /** What differs between people and places goes into the first message. */
  readonly dynamicApart?: boolean
  /** The prompt of an earlier run is not sent again, and this one's is not kept. */
  readonly fresh?: boolean
  /** Further sections, e.g. of servers; behind our own. */
  readonly sections?: readonly Section[]
  /** Further text behind the instruction files, read anew when a conversation begins. */
  instructions?(): Promise<string> | string
  /** Further sources of news for the model. */
  readonly attachments?: readonly AttachmentSource[]
}
