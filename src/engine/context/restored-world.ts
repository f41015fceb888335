import type { CompactPorts } from '../../features/context/compact-ports.ts'
import { numberedExcerpt } from '../../features/context/numbered-excerpt.ts'
import { textTokens } from '../../features/context/tokens.ts'
import type { SessionFiles } from '../../features/files/files.ts'
import { seenContent } from '../../features/tools/seen-content.ts'
import { decodeText } from '../../lib/text-file.ts'
import type { AttachmentMessage } from '../../protocol/message.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import { type FileContent, type SeenFile, type Tasks, ToolError } from '../../protocol/tool.ts'
import type { Secrets } from '../parts/secrets.ts'
import type { CompactHooks } from './compact-hooks.ts'

const MAX_FILES = 5
const FILE_TOKENS = 5_000
const MAX_FILE_BYTES = 1024 * 1024

export interface RestoredWorld extends CompactPorts {
  /** The boundary is on disk: the model has seen of files only what it was given again. */
  settle(): void
}

export interface WorldDeps {
  readonly files: SessionFiles
  readonly tasks: Pick<Tasks, 'list'>
  readonly hooks: CompactHooks
  /** What is read here was not a result, so nobody has looked for secrets in it. */
  readonly secrets: Pick<Secrets, 'ready' | 'redact'>
  /** Deferred tools that were loaded, in order. */
  loadedTools(): readonly string[]
}

/** What a compaction takes from the world around the conversation, and gives back to the model. */
export const createRestoredWorld = (deps: WorldDeps): RestoredWorld => {
  let given: readonly { readonly content: FileContent; readonly seen: SeenFile }[] | undefined
  return {
    before: deps.hooks.before,
    after: deps.hooks.after,
    loadedTools: deps.loadedTools,
    async restore(budget, env) {
      await deps.secrets.ready()
      const files = budget === 0 ? [] : await restoreFiles(deps, budget)
      given = budget === 0 ? undefined : files
      const tasks = runningTasks(deps.tasks)
      const said = deps.secrets.redact(await deps.hooks.sessionStart(env.signal))
      return [
        ...files.map(({ text, content }) => attach(env, { kind: 'file', path: content.path, text })),
        ...(tasks === undefined ? [] : [attach(env, { kind: 'running_tasks', text: tasks })]),
        ...said.map(text => attach(env, { kind: 'session_start', text })),
      ]
    },
    settle() {
      if (!given) return
      deps.files.startFrom([])
      for (const { content, seen } of given) deps.files.markSeen(content, seen)
      given = undefined
    },
  }
}

const attach = (env: StageEnv, attachment: AttachmentMessage['attachment']): AttachmentMessage => ({
  type: 'attachment',
  uuid: env.newMessageId(),
  timestamp: env.now().toISOString(),
  attachment,
})

interface RestoredFile {
  readonly content: FileContent
  readonly seen: SeenFile
  readonly text: string
}

/** The files the model read last, as they are now. What is gone, denied or no text is left out. */
const restoreFiles = async (
  { files, secrets }: WorldDeps,
  budget: number,
): Promise<readonly RestoredFile[]> => {
  const denied = await files.denied()
  const recent = [...files.listSeen()]
    .reverse()
    .filter(([path]) => !denied(path))
    .slice(0, MAX_FILES)
  const restored: RestoredFile[] = []
  let left = budget
  for (const [path] of recent) {
    const file = await readAgain(files, path, Math.min(FILE_TOKENS, left))
    if (!file) continue
    left -= textTokens(file.text)
    restored.push({ ...file, text: secrets.redact(file.text) })
  }
  return restored
}

const readAgain = async (
  files: SessionFiles,
  path: string,
  tokens: number,
): Promise<RestoredFile | undefined> => {
  try {
    // Where it was seen, and nowhere else by now.
    const content = await files.read({ path, realPath: path }, { maxBytes: MAX_FILE_BYTES })
    const decoded = decodeText(content.data)
    const excerpt = decoded && numberedExcerpt(decoded.text, tokens)
    if (!excerpt) return undefined
    const part = excerpt.whole ? '' : ` (its first ${excerpt.lines} lines; Read shows the rest)`
    const lines = excerpt.whole ? undefined : [{ from: 1, to: excerpt.lines }]
    return {
      content,
      seen: seenContent(content, 'read', lines),
      text: `You had read ${path}. This is what is in it now${part}:\n${excerpt.text}`,
    }
  } catch (error) {
    // Gone, too large or not readable any more: the model can ask for it.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const runningTasks = (tasks: Pick<Tasks, 'list'>): string | undefined => {
  const running = tasks.list().filter(({ status }) => status === 'running')
  if (running.length === 0) return undefined
  const lines = running.map(({ id, description, command }) => `${id}: ${command ?? description}`)
  return `Still running in the background:\n${lines.join('\n')}`
}
