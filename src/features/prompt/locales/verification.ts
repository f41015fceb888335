/** The section of those who want larger changes verified; loaded only for them. */
export const VERIFICATION: Readonly<Record<'en' | 'zh', string>> = {
  en: `# Verification
When your work changed three or more files, it is not done until somebody else checked it: start an Agent of type verification, give it the request, the files you changed and how to run them, and never tell it that they work. On FAIL mend what it found and have it checked again; on PARTIAL say what stayed unchecked. Repeat one of its commands yourself before you report PASS.`,
  zh: `# 验证
改动了三个或更多文件时，必须由他人检查后才算完成：启动类型为 verification 的 Agent，告诉它任务要求、你改动的文件和运行方法，不要告诉它已经没问题。结果为 FAIL 时修复后再次检查；为 PARTIAL 时说明哪些没有检查。报告 PASS 之前，自己重跑它的一条命令。`,
}
