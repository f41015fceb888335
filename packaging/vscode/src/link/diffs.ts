import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Disposable, EditorApi, Tab, TextDocument, Uri } from '../editor-api.ts'
import type { ExtensionWords } from '../words.ts'
import type { LinkClient, LinkTool } from './link-server.ts'
import { REVIEW_SCHEME, ReviewFiles } from './review-files.ts'

interface Review {
  readonly client: LinkClient
  readonly tab: string
  readonly modified: Uri
  readonly original: Uri
  answer(texts: readonly string[]): void
}

const SCHEMA = {
  type: 'object',
  properties: {
    old_file_path: { type: 'string' },
    new_file_path: { type: 'string' },
    new_file_contents: { type: 'string' },
    tab_name: { type: 'string' },
  },
  required: ['old_file_path', 'new_file_contents', 'tab_name'],
}

/**
 * Changes that wait for a word, each in the editor's own view of differences. Accepting says what the text is by then,
 * rejecting says no, and a tab that is only closed says nothing: the question stays where else it is asked.
 */
export class Diffs {
  readonly #api: EditorApi
  readonly #words: ExtensionWords
  readonly #files: ReviewFiles
  readonly #reviews = new Map<string, Review>()
  #count = 0

  constructor(api: EditorApi, words: ExtensionWords, subscriptions: Disposable[]) {
    this.#api = api
    this.#words = words
    this.#files = ReviewFiles.register(api, subscriptions)
    subscriptions.push(
      api.commands.registerCommand('capstan.acceptDiff', uri => this.#accept(uri)),
      api.commands.registerCommand('capstan.rejectDiff', uri => this.#reject(uri)),
      api.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#closed(tab)
      }),
    )
  }

  get tools(): Readonly<Record<string, LinkTool>> {
    return {
      openDiff: {
        description: 'Shows a change of a file and waits until the person accepts or rejects it.',
        inputSchema: SCHEMA,
        call: (args, client) => this.#open(args, client),
      },
      close_tab: {
        description: 'Closes a change that is shown.',
        inputSchema: { type: 'object', properties: { tab_name: { type: 'string' } }, required: ['tab_name'] },
        call: async ({ tab_name }, client) => {
          await this.#closeAll(review => review.client === client && review.tab === tab_name)
          return ['TAB_CLOSED']
        },
      },
      closeAllDiffTabs: {
        description: 'Closes all changes that are shown to this program.',
        inputSchema: { type: 'object', properties: {} },
        call: async (_, client) => {
          const count = await this.#closeAll(review => review.client === client)
          return [`CLOSED_${count}_DIFF_TABS`]
        },
      },
    }
  }

  /** Nobody hears an answer any more. */
  leave(client: LinkClient): void {
    void this.#closeAll(review => review.client === client)
  }

  async #open(args: Readonly<Record<string, unknown>>, client: LinkClient): Promise<readonly string[]> {
    const { old_file_path: path, new_file_contents: proposed, tab_name: tab } = args
    if (typeof path !== 'string' || typeof proposed !== 'string' || typeof tab !== 'string')
      throw new Error('old_file_path, new_file_contents and tab_name have to be texts')
    this.#checkEncoding()
    this.#count += 1
    const name = basename(path)
    const original = existsSync(path) ? this.#api.Uri.file(path) : this.#memory('before', name, '')
    const modified = this.#memory('after', name, proposed)
    const { promise, resolve } = settled()
    this.#reviews.set(modified.path, { client, tab, modified, original, answer: resolve })
    try {
      const title = this.#words.proposed(name)
      await this.#api.commands.executeCommand('vscode.diff', original, modified, title, {
        preview: false,
        preserveFocus: true,
      })
    } catch (error) {
      this.#forget(modified)
      throw error
    }
    return await promise
  }

  /** The text goes through the editor as UTF-8; another encoding would come back as another text. */
  #checkEncoding(): void {
    const encoding = this.#api.workspace.getConfiguration('files').get<string>('encoding') ?? 'utf8'
    if (encoding !== 'utf8') throw new Error(`the setting files.encoding is ${encoding}`)
  }

  #memory(side: 'before' | 'after', name: string, text: string): Uri {
    const uri = this.#api.Uri.from({ scheme: REVIEW_SCHEME, path: `/${this.#count}/${side}/${name}` })
    this.#files.put(uri, text)
    return uri
  }

  async #accept(uri: unknown): Promise<void> {
    const review = this.#find(uri)
    if (!review) return
    const document = this.#documentOf(review)
    // What nobody changed is said as it came: an editor makes all line ends of a text the same.
    const text = document?.isDirty ? document.getText() : this.#files.text(review.modified)
    review.answer(['FILE_SAVED', text])
    await this.#close(review)
  }

  async #reject(uri: unknown): Promise<void> {
    const review = this.#find(uri)
    if (!review) return
    review.answer(['DIFF_REJECTED', review.tab])
    await this.#close(review)
  }

  /** Of the change in sight, when no other one is named. */
  #find(uri: unknown): Review | undefined {
    const named = (uri as Partial<Uri> | undefined)?.path
    const path = named ?? this.#api.window.activeTextEditor?.document.uri.path ?? ''
    return (
      this.#reviews.get(path) ?? [...this.#reviews.values()].find(({ original }) => original.path === path)
    )
  }

  #closed(tab: Tab): void {
    const modified = this.#modifiedOf(tab)
    const review = modified && this.#reviews.get(modified.path)
    if (!review) return
    review.answer(['TAB_CLOSED'])
    this.#forget(review.modified)
  }

  async #closeAll(fits: (review: Review) => boolean): Promise<number> {
    const closing = [...this.#reviews.values()].filter(fits)
    for (const review of closing) {
      review.answer(['TAB_CLOSED'])
      await this.#close(review)
    }
    return closing.length
  }

  async #close(review: Review): Promise<void> {
    // Text that is not saved would be asked about.
    const document = this.#documentOf(review)
    if (document?.isDirty) await document.save()
    this.#reviews.delete(review.modified.path)
    const tabs = this.#api.window.tabGroups.all.flatMap(group => group.tabs)
    for (const tab of tabs)
      if (this.#modifiedOf(tab)?.path === review.modified.path) await this.#api.window.tabGroups.close(tab)
    this.#forget(review.modified)
  }

  #documentOf({ modified }: Review): TextDocument | undefined {
    return this.#api.workspace.textDocuments.find(
      ({ uri }) => uri.scheme === REVIEW_SCHEME && uri.path === modified.path,
    )
  }

  #modifiedOf({ input }: Tab): Uri | undefined {
    if (!(input instanceof this.#api.TabInputTextDiff)) return undefined
    return input.modified.scheme === REVIEW_SCHEME ? input.modified : undefined
  }

  #forget(modified: Uri): void {
    const review = this.#reviews.get(modified.path)
    this.#reviews.delete(modified.path)
    this.#files.delete(modified)
    if (review && review.original.scheme === REVIEW_SCHEME) this.#files.delete(review.original)
  }
}

const settled = () => {
  let resolve: (texts: readonly string[]) => void = () => undefined
  const promise = new Promise<readonly string[]>(done => {
    resolve = done
  })
  return { promise, resolve }
}
