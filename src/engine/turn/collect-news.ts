import type { AttachmentFacts, AttachmentSource } from '../../protocol/attachment.ts'
import type { AttachmentMessage } from '../../protocol/message.ts'
import type { Runtime } from '../options/runtime.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { Secrets } from '../secrets/part.ts'

/** Asks everything that may have news for the model, in a fixed order. */
export type CollectNews = (when: AttachmentFacts['when']) => Promise<readonly AttachmentMessage[]>

export const createNews =
  (
    sources: () => readonly AttachmentSource[],
    {
      config: { runtime, prompt },
      secrets,
    }: {
      readonly config: { readonly prompt: PromptSettings; readonly runtime: Runtime }
      readonly secrets: Secrets
    },
  ): CollectNews =>
  async when => {
    const now = runtime.now()
    const messages: AttachmentMessage[] = []
    for (const source of [...sources(), ...(prompt.attachments ?? [])]) {
      if ((source.behind === true) !== (when === 'said')) continue
      const news = await source.collect({ now, when })
      // Without anything to clean the first request need not wait for that.
      for (const attachment of news.length === 0 || source.isClean ? news : await secrets.clean(news))
        messages.push({ type: 'attachment', uuid: runtime.newId(), timestamp: now.toISOString(), attachment })
    }
    return messages
  }
