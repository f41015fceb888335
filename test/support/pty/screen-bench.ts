import type { ScreenOutput } from '../../../src/frontends/tui/terminal/screen.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts'

/** An emulator and the output that draws on it. */
export interface ScreenBench {
  readonly emulator: Emulator
  readonly output: ScreenOutput
  /** All that was written, one entry per write. */
  readonly writes: string[]
  /** The terminal changes its size; the program hears of it unless `unheard`. */
  resize(columns: number, rows: number, heard?: 'heard' | 'unheard'): void
}

export const openScreenBench = (options: EmulatorOptions): ScreenBench => {
  const emulator = createEmulator(options)
  const listeners = new Set<() => void>()
  const writes: string[] = []
  let size = { columns: options.columns, rows: options.rows }
  return {
    emulator,
    writes,
    output: {
      write(bytes) {
        writes.push(bytes)
        emulator.write(bytes)
      },
      columns: () => size.columns,
      rows: () => size.rows,
      onResize(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    resize(columns, rows, heard = 'heard') {
      emulator.resize(columns, rows)
      if (heard === 'unheard') return
      size = { columns, rows }
      for (const listener of listeners) listener()
    },
  }
}
