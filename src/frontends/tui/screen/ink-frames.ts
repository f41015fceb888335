import { EventEmitter } from 'node:events'
import type { Size } from '../terminal/screen-port.ts'

/**
 * Stands where Ink expects a terminal. Ink lays the panel out and, in its debug mode, writes each frame bare; what
 * reaches the real terminal, and when, is the screen's business.
 */
export class InkFrames extends EventEmitter {
  readonly isTTY = true
  readonly writable = true
  columns: number
  rows: number
  readonly #take: (frame: string) => void

  constructor(size: Size, take: (frame: string) => void) {
    super()
    this.columns = size.columns
    this.rows = size.rows
    this.#take = take
  }

  write(frame: string, done?: () => void): boolean {
    if (frame !== '') this.#take(frame)
    done?.()
    return true
  }

  resize(size: Size): void {
    this.columns = size.columns
    this.rows = size.rows
    this.emit('resize')
  }
}
