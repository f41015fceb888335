/** As TOLD_ZH: what agents and other work beside the conversation have to say. */
export const TOLD_OF_AGENTS_ZH: Readonly<Record<string, string>> = {
  'There is no agent {}.': '没有智能体 {1}。',
}
