import type { TuiPorts } from '../../../frontends/tui/ports/tui-ports.ts'
import type { InputEvent } from '../../../frontends/tui/terminal/input-event.ts'
import type { ImageBlock } from '../../../protocol/message.ts'

/** The part of the terminal that is needed to ask it something. */
export interface AskedTerminal {
  readonly screen: { signal(sequence: string): void }
  overhear(listener: (event: InputEvent) => void): () => void
}

/** The person may be asked by their terminal whether they allow it. */
const WAIT_MS = 60_000
const MOST_BASE64 = 28_000_000
const WANTED = `\u001b]5522;type=read;${Buffer.from('image/png').toString('base64')}\u001b\\`

/** The same ports; where this machine has no picture, the terminal is asked, which may stand elsewhere. */
export const withTerminalPictures = (ports: TuiPorts, terminal: AskedTerminal): TuiPorts => {
  const { system } = ports
  // Others take the question for nothing, and never answer; tmux keeps it to itself.
  if (system.terminal.program !== 'kitty' || system.terminal.tmux) return ports
  let asking: Promise<ImageBlock | undefined> | undefined
  const askOnce = async (): Promise<ImageBlock | undefined> => {
    const picture = await askTerminal(terminal)
    if (picture === undefined) return undefined
    const { pictureBlock } = await import('../image-file.ts')
    return await pictureBlock(picture, 'The picture in the clipboard')
  }
  return {
    ...ports,
    system: {
      ...system,
      async clipboardImage() {
        const here = await system.clipboardImage()
        if (here) return here
        asking ??= askOnce()
        try {
          return await asking
        } finally {
          asking = undefined
        }
      },
    },
  }
}

/** Parts come in their order between `OK` and `DONE`; anything else is a refusal. */
export const askTerminal = (terminal: AskedTerminal, waitMs = WAIT_MS): Promise<Buffer | undefined> =>
  new Promise(resolve => {
    const parts: Buffer[] = []
    let length = 0
    const end = (picture: Buffer | undefined): void => {
      clearTimeout(timer)
      stop()
      resolve(picture && picture.length > 0 ? picture : undefined)
    }
    const stop = terminal.overhear(event => {
      if (event.type !== 'reply' || event.reply.kind !== 'clipboard') return
      const { status, data } = event.reply
      if (status === 'DATA') {
        length += data.length
        if (length > MOST_BASE64) end(undefined)
        else parts.push(Buffer.from(data, 'base64'))
      } else if (status !== 'OK') end(status === 'DONE' ? Buffer.concat(parts) : undefined)
    })
    const timer = setTimeout(() => end(undefined), waitMs)
    timer.unref()
    terminal.screen.signal(WANTED)
  })
