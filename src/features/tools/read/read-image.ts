import type { ResultBlock } from '../../../protocol/message.ts'
import type { FileContent } from '../../../protocol/tool.ts'
import type { ImageType } from './file-kind.ts'
import { type ShownImage, shrinkImage } from './shrink-image.ts'

export interface ImageOutput {
  readonly type: 'image'
  readonly file: ShownImage & { readonly originalSize: number }
}

export const MAX_IMAGE_BYTES = 64 * 1024 * 1024

export const readImage = async (content: FileContent, mediaType: ImageType): Promise<ImageOutput> => {
  const image = await shrinkImage(content.path, { data: content.data, mediaType })
  return { type: 'image', file: { ...image, originalSize: content.size } }
}

export const imageBlock = (image: Pick<ShownImage, 'base64' | 'type'>): ResultBlock => ({
  type: 'image',
  source: { type: 'base64', media_type: image.type, data: image.base64 },
})

/** Whoever names places in a scaled image must know by how much. */
export const renderImage = ({ file }: ImageOutput): readonly ResultBlock[] => {
  const { originalWidth, originalHeight, displayWidth, displayHeight } = file.dimensions
  const isScaled = originalWidth !== displayWidth
  const text = isScaled
    ? `(Scaled from ${originalWidth}×${originalHeight} to ${displayWidth}×${displayHeight}: multiply coordinates by ${(originalWidth / displayWidth).toFixed(2)}.)`
    : `(${originalWidth}×${originalHeight})`
  return [imageBlock(file), { type: 'text', text }]
}
