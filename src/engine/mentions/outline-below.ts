import { inertTags } from '../../lib/harness-tags.ts'
import { resolveReal } from '../../lib/paths.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Ports } from '../ports/part.ts'
import type { Secrets } from '../secrets/part.ts'

interface OutlineOptions {
  readonly config: { readonly runtime: Runtime }
  readonly ports: Pick<Ports, 'call'>
  readonly secrets: Pick<Secrets, 'ready'>
}

const says = modelTexts('mentioned_code', {
  outline: {
    en: 'Outline of the code in it, what matters most first (line and declaration, ×files that use it; ← files that use the file):\n{text}',
    zh: '其中代码的概要，最重要的在前（行号与声明，×使用它的文件数；← 使用该文件的文件）：\n{text}',
  },
})

const TOKENS = 1_500
/** A prompt waits no longer for it. */
const WAIT_MS = 5_000

/** What the code below a directory is; `undefined`: there is none, or it takes too long to tell. */
export const outlineBelow = async (
  at: OutlineOptions,
  directory: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const secrets = await at.secrets.ready()
  const soon = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  const id = `mention-${at.config.runtime.newId()}`
  const { codeReader, files, language } = at.ports.call(id, { signal: soon, readOnly: true, secrets })
  const place = resolveReal(directory)
  if (!codeReader || !place.ok) return undefined
  try {
    const isDenied = await files.denied()
    const query = { directory: place.real, words: [], tokens: TOKENS }
    const { text, shownFiles } = await codeReader.map(query, { signal: soon, isDenied })
    return shownFiles === 0 ? undefined : forModel(says('outline', { text: inertTags(text) }), language)
  } catch (error) {
    // The list of its files is enough to begin with.
    if (error instanceof ToolError) return undefined
    throw error
  }
}
