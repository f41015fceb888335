import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { errorText } from '../../lib/error-text.ts'
import type { AnswerPart, CodeMapper } from './code-mapper.ts'
import type { CodeAnswer, CodeRequest, CodeThreadStart } from './map-messages.ts'

/** The file a thread starts with: this module is only ever loaded through `import()`, so it is a file of its own. */
export const CODE_WORKER_URL = import.meta.url

/** After the last answer, until what was found out is written down. */
const WRITE_MS = 400

const isStart = (data: unknown): data is CodeThreadStart =>
  typeof data === 'object' && data !== null && 'job' in data && data.job === 'read code'

/** Everything is loaded in the thread, once it is asked something. */
const open = async ({ root, cacheFile }: CodeThreadStart): Promise<CodeMapper> => {
  const [{ CodeMapper }, { readMapCache }] = await Promise.all([
    import('./code-mapper.ts'),
    import('./map-cache.ts'),
  ])
  const mapper = new CodeMapper(root, () => performance.now())
  if (cacheFile !== undefined) readMapCache(cacheFile, mapper.index)
  return mapper
}

const answer = async (mapper: CodeMapper, request: CodeRequest): Promise<AnswerPart> => {
  switch (request.kind) {
    case 'list':
      return { kind: 'listed', files: mapper.list(request.lists, request.without) }
    case 'map':
      return await mapper.map(request)
    case 'match': {
      const { matchFiles } = await import('./match-files.ts')
      return await matchFiles(await mapper.parser(), request)
    }
  }
}

const serve = (port: MessagePort, start: CodeThreadStart): void => {
  const opened = open(start)
  let queue: Promise<unknown> = opened.catch(() => undefined)
  let writing: ReturnType<typeof setTimeout> | undefined
  const write = async (): Promise<void> => {
    const mapper = await opened
    mapper.catchUp()
    if (start.cacheFile === undefined || !mapper.isNew) return
    mapper.isNew = false
    const { writeMapCache, removeOldMaps } = await import('./map-cache.ts')
    writeMapCache(start.cacheFile, mapper.index)
    removeOldMaps(start.cacheFile, Date.now())
  }
  const reply = async (request: CodeRequest): Promise<void> => {
    clearTimeout(writing)
    let part: AnswerPart
    try {
      part = await answer(await opened, request)
    } catch (error) {
      part = { kind: 'failed', message: errorText(error) }
    }
    port.postMessage({ ...part, id: request.id } satisfies CodeAnswer)
    // A disk that is full costs the cache and nothing else.
    if (request.kind === 'map') writing = setTimeout(() => void write().catch(() => undefined), WRITE_MS)
  }
  port.on('message', (request: CodeRequest) => {
    queue = queue.then(() => reply(request))
  })
}

// Whoever only asks for the address, or runs threads of its own around us, starts nothing.
if (!isMainThread && parentPort && isStart(workerData)) serve(parentPort, workerData)
