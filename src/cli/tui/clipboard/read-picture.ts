import type { PictureSource } from './picture-sources.ts'

/** What the program printed; undefined when it is not there, failed, took too long or printed too much. */
export type AskProgram = (program: string, args: readonly string[]) => Promise<Buffer | undefined>

/** Those the model reads, the ones that lose nothing first. */
const KINDS: readonly string[] = ['image/png', 'image/webp', 'image/jpeg', 'image/gif', 'image/bmp']

/** The bytes of the picture in the clipboard, from the first way that has one. */
export const readPicture = async (
  sources: readonly PictureSource[],
  ask: AskProgram,
): Promise<Buffer | undefined> => {
  for (const source of sources) {
    const kind = await kindOf(source, ask)
    const printed = kind === undefined ? undefined : await ask(source.program, source.read(kind))
    const picture = printed && DECODERS[source.as](printed)
    if (picture && picture.length > 0) return picture
  }
  return undefined
}

const kindOf = async (source: PictureSource, ask: AskProgram): Promise<string | undefined> => {
  if (!source.kinds) return 'image/png'
  const offered = (await ask(source.program, source.kinds))?.toString('latin1').split(/\s+/) ?? []
  return KINDS.find(kind => offered.includes(kind))
}

const DECODERS: Readonly<Record<PictureSource['as'], (printed: Buffer) => Buffer | undefined>> = {
  bytes: printed => printed,
  base64: printed => Buffer.from(printed.toString('latin1'), 'base64'),
  'apple-data': printed => {
    const digits = /data PNGf([0-9a-f]+)/i.exec(printed.toString('latin1'))?.[1]
    return digits === undefined ? undefined : Buffer.from(digits, 'hex')
  },
}
