import type { Sharp } from 'sharp'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { decodeBmp, type Pixels } from './bmp.ts'
import type { ImageType } from './file-kind.ts'

const says = modelTexts('shrink_image', {
  undecodable: {
    en: '{name} looks like an image but cannot be decoded: {why}.',
    zh: '{name} 看起来是图像，但无法解码：{why}。',
  },
  tooLarge: {
    en: '{name} has {width:number}×{height:number} pixels, more than the {most:number} million that can be shown. Make a smaller version of it through Bash first.',
    zh: '{name} 有 {width:number}×{height:number} 像素，超过可显示的 {most:number} 百万像素。请先用 Bash 生成较小的版本。',
  },
  noDecoder: {
    en: 'Images cannot be shown here: the library that decodes them is not installed for this platform.',
    zh: '这里无法显示图像：此平台没有安装解码库。',
  },
  rareBitmap: {
    en: '{name} is a bitmap of a rare kind, or damaged. Convert it to PNG through Bash first.',
    zh: '{name} 是少见的位图格式，或已损坏。请先用 Bash 转换为 PNG。',
  },
})

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

/** A photo is decoded at a fraction of its size; other formats are decoded whole. */
const MAX_PHOTO_PIXELS = 100_000_000
const MAX_PIXELS = 50_000_000
/** What takes longer is no picture that somebody looks at. */
const MAX_SECONDS = 10
const QUALITIES = [80, 60, 40] as const
const LAST_RESORT = { side: 400, quality: 20 } as const

export interface RawImage {
  readonly data: Uint8Array
  readonly mediaType: ImageType
}

/** A picture before it is decoded. */
interface Source {
  readonly size: Size
  readonly isPhoto: boolean
  /** Its pixels, the way it was taken. */
  open(): Sharp
  /** The file, where it may be shown as it is. */
  readonly file?: { readonly data: Uint8Array; readonly type: ShownImage['type'] }
}

/** As it is when it fits the budget, else smaller, else coarser, and small and coarse in the end. */
export const shrinkImage = async (
  name: string,
  image: RawImage,
  budget: ImageBudget = IMAGE_BUDGET,
): Promise<ShownImage> => {
  const sharp = await loadSharp()
  try {
    return await fitInto(await sourceOf(name, image, sharp), budget, sharp)
  } catch (error) {
    if (error instanceof ToolError) throw error
    // Whatever the decoder says about the bytes is a fact about the file.
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new ToolError(says('undecodable', { name, why: String(why) }))
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
  const open = () => sharp(data, { raw, limitInputPixels: MAX_PHOTO_PIXELS })
  return await fitInto({ size: raw, isPhoto: false, open }, budget, sharp)
}

const sourceOf = async (
  name: string,
  { data, mediaType }: RawImage,
  sharp: SharpLibrary,
): Promise<Source> => {
  if (mediaType === 'image/bmp') {
    const { data: pixels, full: size, ...raw } = await bitmap(name, data)
    return { size, isPhoto: false, open: () => sharp(pixels, { raw }) }
  }
  const isPhoto = mediaType === 'image/jpeg'
  const limit = isPhoto ? MAX_PHOTO_PIXELS : MAX_PIXELS
  // The header alone: nothing is decoded yet.
  const { autoOrient: size, orientation = 1 } = await sharp(data, { limitInputPixels: false }).metadata()
  if (size.width * size.height > limit)
    throw new ToolError(says('tooLarge', { name, width: size.width, height: size.height, most: limit / 1e6 }))
  const open = () => sharp(data, { limitInputPixels: limit, failOn: 'error' }).autoOrient()
  return { size, isPhoto, open, ...(orientation > 1 ? {} : { file: { data, type: mediaType } }) }
}

type SharpLibrary = Awaited<ReturnType<typeof loadSharp>>

/** The library is native: an installation for another platform lacks it. */
const loadSharp = async () => {
  try {
    return (await import('./sharp.ts')).sharp
  } catch {
    throw new ToolError(says('noDecoder'))
  }
}

const bitmap = async (name: string, data: Uint8Array): Promise<Pixels> => {
  const pixels = await decodeBmp(data)
  if (pixels) return pixels
  throw new ToolError(says('rareBitmap', { name }))
}

const fitInto = async (
  { size, isPhoto, open, file }: Source,
  budget: ImageBudget,
  sharp: SharpLibrary,
): Promise<ShownImage> => {
  const scale = Math.min(
    1,
    budget.maxSide / Math.max(size.width, size.height),
    Math.sqrt(budget.maxPixels / (size.width * size.height)),
  )
  if (file && scale === 1 && file.data.length <= budget.maxBytes)
    return shown(Buffer.from(file.data), file.type, { ...size, shown: size })
  const target = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
  // Decoded once, which is what takes long: everything coarser is made from this.
  const small = await open()
    .resize({ ...target, fit: 'fill' })
    .png({ compressionLevel: isPhoto ? 1 : 9, palette: false })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer()
  if (!isPhoto && small.length <= budget.maxBytes)
    return shown(small, 'image/png', { ...size, shown: target })
  for (const quality of QUALITIES) {
    const jpeg = await sharp(small).flatten({ background: 'white' }).jpeg({ quality }).toBuffer()
    if (jpeg.length <= budget.maxBytes) return shown(jpeg, 'image/jpeg', { ...size, shown: target })
  }
  const last = await sharp(small)
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
