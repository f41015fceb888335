import { BROWSER_TOOL, browserRows } from '../../features/tools/browser/tool-rows.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { BrowserOptions } from './options.ts'

const says = modelTexts('browser_news', {
  on: {
    en: 'The user has switched on a browser for you: the tool {tool}, to load with ToolSearch (select:{tool}). Use it to check web pages and applications.',
    zh: '用户为你开启了浏览器：工具 {tool}（用 ToolSearch 加载，select:{tool}）。可用它检查网页和网页应用。',
  },
})

const KIND = 'browser'

export interface OfferedBrowser {
  offer(): Promise<void>
  /** Of one that came when others were sent already. */
  news(): readonly Attachment[]
}

/** Puts the tool behind the others, listed by its name; it then stays, for what was sent does not change. */
export const offerBrowser = ({ config, contributions }: BrowserOptions): OfferedBrowser => {
  const { session, tools, prompt } = config
  let offered: Promise<void> | undefined
  let late = false
  const put = async (): Promise<void> => {
    if (tools.refuses?.(BROWSER_TOOL)) return
    // The list of tools that can be looked up was made before: whoever is not told of this one does not know of it.
    late = !session.loadedTools.includes(BROWSER_TOOL)
    const [tool, { describeTool }] = await Promise.all([
      browserRows[BROWSER_TOOL].load(),
      import('../../features/tools/describe.ts'),
    ])
    const { groups: _, ...spec } = describeTool(tool, prompt.promptLanguage)
    contributions.put('browser', [
      { source: { level: 'built-in' }, tools: [{ spec, load: browserRows[BROWSER_TOOL].load }] },
    ])
  }
  return {
    async offer() {
      offered ??= put()
      await offered
    },
    news() {
      if (!late || session.view().some(isNews)) return []
      return [{ kind: KIND, text: forModel(says('on', { tool: BROWSER_TOOL }), prompt.promptLanguage) }]
    },
  }
}

const isNews = (message: Message): boolean =>
  message.type === 'attachment' && message.attachment.kind === KIND
