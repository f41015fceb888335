import type { Sharp } from 'sharp'
import { ToolError } from '../../../protocol/tool.ts'
import { decodeBmp, type Pixels } from './bmp.ts'
import type { ImageType } from './file-kind.ts'

/** An image as the model may get it. */
export interface ShownImage {
  readonly base64: string
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly dimensions: {
    readonly originalWidth: number
    readonly originalHeight: number
    readonly displayWidth: number
    readonly displayHeight: number
  }
}

export interface ImageBudget {
  /** Of the longer side; larger images are scaled down by the API anyway, after they were paid for in bytes. */
  readonly maxSide: number
  /** Width times height: about 750 pixels are a token. */
  readonly maxPixels: number
  readonly maxBytes: number
}

/** About 1,600 tokens. */
const IMAGE_BUDGET: ImageBudget = { maxSide: 1568, maxPixels: 1_200_000, maxBytes: 500_000 }

const MAX_INPUT_PIXELS = 100_000_000
const QUALITIES = [80, 60, 40] as const
const LAST_RESORT = { side: 400, quality: 20 } as const

export interface RawImage {
  readonly data: Uint8Array
  readonly mediaType: ImageType
}

/** As it is when it fits the budget, else smaller, else coarser, and small and coarse in the end. */
export const shrinkImage = async (
  name: string,
  image: RawImage,
  budget: ImageBudget = IMAGE_BUDGET,
): Promise<ShownImage> => {
  const sharp = await loadSharp()
  const open = (): Sharp => {
    const options = { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' as const }
    if (image.mediaType !== 'image/bmp') return sharp(image.data, options)
    const { data, ...raw } = bitmap(name, image.data)
    return sharp(data, { ...options, raw })
  }
  try {
    return await fitInto(open, image, budget)
  } catch (error) {
    if (error instanceof ToolError) throw error
    // Whatever the decoder says about the bytes is a fact about the file.
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new ToolError(`${name} looks like an image but cannot be decoded: ${why}.`)
  }
}

/** Pixels that some other format held, such as a scanned page. */
export const shrinkPixels = async (
  pixels: {
    readonly data: Uint8Array
    readonly width: number
    readonly height: number
    readonly channels: 1 | 3 | 4
  },
  budget: ImageBudget = IMAGE_BUDGET,
): Promise<ShownImage> => {
  const sharp = await loadSharp()
  const { data, ...raw } = pixels
  const png = await sharp(data, { raw, limitInputPixels: MAX_INPUT_PIXELS }).png().toBuffer()
  return shrinkImage('a page', { data: png, mediaType: 'image/png' }, budget)
}

/** The library is native: an installation for another platform lacks it. */
const loadSharp = async () => {
  try {
    return (await import('./sharp.ts')).sharp
  } catch {
    throw new ToolError(
      'Images cannot be shown here: the library that decodes them is not installed for this platform.',
    )
  }
}

const bitmap = (name: string, data: Uint8Array): Pixels => {
  const pixels = decodeBmp(data)
  if (pixels) return pixels
  throw new ToolError(`${name} is a bitmap of a rare kind, or damaged. Convert it to PNG through Bash first.`)
}

const fitInto = async (open: () => Sharp, image: RawImage, budget: ImageBudget): Promise<ShownImage> => {
  const size = await orientedSize(open(), image)
  const scale = Math.min(
    1,
    budget.maxSide / Math.max(size.width, size.height),
    Math.sqrt(budget.maxPixels / (size.width * size.height)),
  )
  const asIs = scale === 1 && !size.turned && image.data.length <= budget.maxBytes
  if (asIs && image.mediaType !== 'image/bmp')
    return shown(Buffer.from(image.data), image.mediaType, { ...size, shown: size })
  const target = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
  const smaller = () =>
    open()
      .autoOrient()
      .resize({ ...target, fit: 'fill' })
  const isPhoto = image.mediaType === 'image/jpeg'
  if (!isPhoto) {
    const png = await smaller().png({ compressionLevel: 9, palette: false }).toBuffer()
    if (png.length <= budget.maxBytes) return shown(png, 'image/png', { ...size, shown: target })
  }
  for (const quality of QUALITIES) {
    const jpeg = await smaller().flatten({ background: 'white' }).jpeg({ quality }).toBuffer()
    if (jpeg.length <= budget.maxBytes) return shown(jpeg, 'image/jpeg', { ...size, shown: target })
  }
  const last = await open()
    .autoOrient()
    .resize({ width: LAST_RESORT.side, height: LAST_RESORT.side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: LAST_RESORT.quality })
    .toBuffer({ resolveWithObject: true })
  return shown(last.data, 'image/jpeg', { ...size, shown: last.info })
}

interface Size {
  readonly width: number
  readonly height: number
}

const orientedSize = async (opened: Sharp, image: RawImage): Promise<Size & { turned: boolean }> => {
  if (image.mediaType === 'image/bmp') {
    const { width = 0, height = 0 } = await opened.metadata()
    return { width, height, turned: false }
  }
  const facts = await opened.metadata()
  const { width, height } = facts.autoOrient
  return { width, height, turned: (facts.orientation ?? 1) > 1 }
}

const shown = (data: Buffer, type: ShownImage['type'], size: Size & { shown: Size }): ShownImage => ({
  base64: data.toString('base64'),
  type,
  dimensions: {
    originalWidth: size.width,
    originalHeight: size.height,
    displayWidth: size.shown.width,
    displayHeight: size.shown.height,
  },
})
