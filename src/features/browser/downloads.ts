import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { BrowserPart } from '../../protocol/tools/browser.ts'
import type { BrowserEvent, Pipe } from './pipe.ts'
import { browserSays as says } from './says.ts'

interface Quarantine {
  readonly pipe: Pipe
  readonly directory: string
  /** To the page that has this document. */
  note(frame: string, ...parts: readonly BrowserPart[]): void
}

interface Download {
  readonly frame: string
  readonly name: string
}

const MOST_BYTES = 200 * 1024 * 1024
const MOST_AT_ONCE = 10

/** Files that pages hand over: under names of ours, in a directory of their own, readable by the person alone, never opened. */
export class Downloads {
  readonly #at: Quarantine
  readonly #open = new Map<string, Download>()
  #any = false

  constructor(at: Quarantine) {
    this.#at = at
  }

  /** Absent: there was none. */
  get directory(): string | undefined {
    return this.#any ? this.#at.directory : undefined
  }

  async begin(): Promise<void> {
    makeDirectories(this.#at.directory, 0o700)
    const downloadPath = this.#at.directory
    await this.#at.pipe.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath,
      eventsEnabled: true,
    })
  }

  hear({ method, params }: BrowserEvent): void {
    const id = String(params['guid'])
    if (method === 'Browser.downloadWillBegin') {
      if (this.#open.size >= MOST_AT_ONCE) this.#cancel(id)
      else this.#open.set(id, { frame: String(params['frameId']), name: String(params['suggestedFilename']) })
      return
    }
    const download = this.#open.get(id)
    if (!download) return
    const bytes = Number(params['receivedBytes'])
    if (params['state'] === 'completed') this.#keep(id, download, bytes)
    else if (params['state'] === 'canceled') this.#open.delete(id)
    else if (Math.max(bytes, Number(params['totalBytes'])) > MOST_BYTES) {
      this.#cancel(id)
      this.#at.note(download.frame, { said: says('notDownloaded', { bytes: MOST_BYTES }) })
    }
  }

  #keep(id: string, { frame, name }: Download, bytes: number): void {
    this.#open.delete(id)
    const path = join(this.#at.directory, id)
    if (!/^[\w-]+$/.test(id) || !existsSync(path)) return
    chmodSync(path, 0o600)
    this.#any = true
    this.#at.note(frame, { said: says('download', { path, bytes }) }, { foreign: name.slice(0, 200) })
  }

  #cancel(id: string): void {
    this.#open.delete(id)
    this.#at.pipe.send('Browser.cancelDownload', { guid: id }).catch(() => undefined)
  }
}
