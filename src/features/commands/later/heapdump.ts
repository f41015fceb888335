import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '../../../protocol/command.ts'

export const heapdump: Pick<Command, 'run'> = {
  async run(_, { place, ownerOnly }) {
    ownerOnly()
    const { writeHeapSnapshot } = await import('node:v8')
    const directory = place.configHome === undefined ? tmpdir() : join(place.configHome, 'debug')
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const path = writeHeapSnapshot(join(directory, `heap-${Date.now()}.heapsnapshot`))
    const { heapUsed, rss } = process.memoryUsage()
    return {
      kind: 'shown',
      text: `Wrote ${path} (heap ${megabytes(heapUsed)} MB, process ${megabytes(rss)} MB). It holds everything this program has in memory, keys included: do not share it.`,
    }
  },
}

const megabytes = (bytes: number): string => String(Math.round(bytes / 1024 / 1024))
