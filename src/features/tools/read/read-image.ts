import type { ResultBlock } from '../../../protocol/message.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { FileContent } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import type { ImageType } from './file-kind.ts'
import { type ShownImage, shrinkImage } from './shrink-image.ts'

const says = modelTexts('read_image', {
  scaled: {
    en: '(Scaled from {from} to {to}: multiply coordinates by {factor}.)',
    zh: '（由 {from} 缩放为 {to}：坐标请乘以 {factor}。）',
  },
})

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
export const renderImage = ({ file }: ImageOutput, language?: PromptLanguage): readonly ResultBlock[] => {
  const { originalWidth, originalHeight, displayWidth, displayHeight } = file.dimensions
  const isScaled = originalWidth !== displayWidth
  const text = isScaled
    ? forModel(
        says('scaled', {
          from: `${originalWidth}×${originalHeight}`,
          to: `${displayWidth}×${displayHeight}`,
          factor: (originalWidth / displayWidth).toFixed(2),
        }),
        language,
      )
    : `(${originalWidth}×${originalHeight})`
  return [imageBlock(file), { type: 'text', text }]
}
