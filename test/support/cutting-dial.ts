import type { ChildProcess } from 'node:child_process'
import type { Dial } from '../../src/features/remote-host/dial.ts'

/** Cuts each connection of a link after so many bytes, in one direction or the other; after so many cuts they hold. */
export const cuttingDial = (
  dial: Dial,
  points: readonly { readonly side: 'there' | 'here'; readonly bytes: number }[],
  most: number,
): { readonly dial: Dial; readonly cuts: () => number } => {
  const left = [...points]
  let cuts = 0
  const onCut = (): void => {
    cuts += 1
  }
  return {
    cuts: () => cuts,
    dial(script) {
      const child = dial(script)
      // What only copies the program is another matter.
      const isOver = cuts >= most || script.includes('capstan-copied')
      const point = isOver ? undefined : left.shift()
      if (child && point) cutAfter(child, point, onCut)
      return child
    },
  }
}

const cutAfter = (
  child: ChildProcess,
  { side, bytes }: { readonly side: 'there' | 'here'; readonly bytes: number },
  onCut: () => void,
): void => {
  let count = 0
  const cut = (): void => {
    if (child.exitCode !== null || child.signalCode !== null || child.killed) return
    onCut()
    child.kill('SIGKILL')
  }
  if (side === 'there')
    child.stdout?.on('data', (piece: Buffer) => {
      count += piece.length
      if (count >= bytes) cut()
    })
  const { stdin } = child
  if (side === 'there' || !stdin) return
  const write = stdin.write.bind(stdin)
  stdin.write = ((piece: string) => {
    const room = bytes - count
    count += piece.length
    // A frame that is cut in the middle is none.
    if (count < bytes) return write(piece)
    write(piece.slice(0, Math.max(0, room)))
    cut()
    return false
  }) as typeof stdin.write
}
