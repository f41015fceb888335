import type { DescribedTool } from '../../protocol/tools/described-tool.ts'

/** Put in by the build, as JSON. */
declare const CAPSTAN_CHINESE_TOOL_SPECS: string | undefined

/** The tools as a Chinese prompt describes them; undefined when the program runs from its sources. */
export const chineseSpecs = (): readonly DescribedTool[] | undefined =>
  typeof CAPSTAN_CHINESE_TOOL_SPECS === 'undefined' ? undefined : JSON.parse(CAPSTAN_CHINESE_TOOL_SPECS)
