import { createHash } from 'node:crypto'
import type { Selected } from '../../features/ide/editor-messages.ts'
import type { PromptContent } from '../../features/prompt/content.ts'
import { escapeInvisible, escapeLine } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { Attachment, MentionFacts } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { callFor } from '../../protocol/tools/rule-names.ts'
import type { Part } from '../scope.ts'
import type { EditorNewsOptions } from './editor-news-options.ts'
import { createEditorProblems } from './editor-problems.ts'
import { nameWithin } from './name-within.ts'

const KIND = 'editor_selection'
/** Of a selection, what is told of it. */
const MOST_LINES = 200
const MOST_CHARS = 8_000

/** What the person has selected goes along with what they say, once; so do new problems in what was edited. */
export const createEditorNews = (at: EditorNewsOptions): Part => {
  const { editor } = at
  const problems = createEditorProblems(at)
  const denies = deniesOf(at)
  editor.lend(denies)
  let told = ''
  return {
    news: [
      {
        name: 'editor selection',
        behind: true,
        async collect() {
          await editor.ready()
          const selected = editor.selection()
          if (!selected || keyOf(selected) === told || (await denies(selected.path))) return []
          told = keyOf(selected)
          return [attachmentOf(at, selected)]
        },
      },
      { name: 'editor problems', collect: problems.collect },
    ],
    recorded: problems.recorded,
    restarted(history, why) {
      // What a compaction left out may be said again.
      told = why === 'compaction' ? '' : (history.findLast(isTold)?.attachment['key'] ?? '')
    },
    turnEnded: problems.turnEnded,
  }
}

interface Told {
  readonly attachment: { readonly key?: string }
}

const isTold = (message: Message): message is Message & Told =>
  message.type === 'attachment' &&
  message.attachment.kind === KIND &&
  typeof message.attachment['key'] === 'string'

const keyOf = ({ path, from, to, text }: Selected): string =>
  createHash('sha256')
    .update(JSON.stringify([path, from, to, text]))
    .digest('base64url')
    .slice(0, 22)

/** What a rule keeps the model from reading is not shown to it by another way. */
const deniesOf =
  ({ gate }: EditorNewsOptions) =>
  async (path: string): Promise<boolean> => {
    const call = callFor({ kind: 'read', path })
    return (await gate.judge(call, gate.policy())).verdict === 'deny'
  }

const attachmentOf = ({ live, config, content }: EditorNewsOptions, selected: Selected): Attachment => {
  const { path, from, to, isEmpty } = selected
  const name = escapeLine(nameWithin(path, live, config.place) ?? path, 300)
  const words = content().editor
  const mention: MentionFacts = isEmpty
    ? { name, what: 'open' }
    : { name, what: 'selected', count: to - from + 1 }
  const text = isEmpty
    ? words.open(inertTags(name))
    : [words.selection(inertTags(name), { from, to }), ...linesOf(selected, words)].join('\n')
  return { kind: KIND, text, key: keyOf(selected), mention }
}

/** Each with its number, as files are shown: no line of it can stand for words of ours. */
const linesOf = ({ text, from, to }: Selected, words: PromptContent['editor']): readonly string[] => {
  const kept = text.slice(0, MOST_CHARS).split(/\r?\n/).slice(0, MOST_LINES)
  const shown = inertTags(escapeInvisible(kept.map((line, at) => `${from + at}→${line}`).join('\n')))
  const left = to - from + 1 - kept.length
  return [shown, ...(left > 0 || text.length > MOST_CHARS ? [words.cut(Math.max(1, left))] : [])]
}
