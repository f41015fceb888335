import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResultPorts } from '../../features/mcp/tools/tool-ports.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { ServersChoice } from './options.ts'

const DEFAULT_TOKENS = 25_000
const CHARS_PER_TOKEN = 4
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'] as const

/** Where pictures are made small, and other bytes are kept: beside what else is too long for the conversation. */
export const createResultPorts = (
  config: {
    readonly session: SessionHandle
    readonly place: SessionEnvironment
    readonly runtime: Runtime
    readonly watch?: Pick<SessionWatch, 'traceFor'>
  },
  { resultTokens = DEFAULT_TOKENS, backgroundMs }: Pick<ServersChoice, 'resultTokens' | 'backgroundMs'>,
): ResultPorts => ({
  maxChars: resultTokens * CHARS_PER_TOKEN,
  ...(backgroundMs === undefined ? {} : { backgroundMs }),
  ...(config.watch?.traceFor ? { traceFor: config.watch.traceFor } : {}),
  async image(data, type) {
    const mediaType = PICTURES.find(known => known === type)
    if (!mediaType) return undefined
    const [{ shrinkImage }, { imageBlock }] = await Promise.all([
      import('../../features/tools/read/shrink-image.ts'),
      import('../../features/tools/read/read-image.ts'),
    ])
    try {
      return imageBlock(await shrinkImage('The picture', { data, mediaType }))
    } catch (error) {
      // What says that it is a picture and is none stays a file.
      if (error instanceof ToolError) return undefined
      throw error
    }
  },
  save(ending, data) {
    const directory = resultsDirectory(config)
    makeDirectories(directory, 0o700)
    const path = join(directory, `mcp-${config.runtime.newId()}.${ending}`)
    writeFileSync(path, data, { flag: 'wx', mode: 0o600 })
    return path
  },
})
