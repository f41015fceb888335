import { area } from '../area.ts'

/** What is wrong with an administrator's settings, or was read strictly. Read with the first such file. */
export const policyText = area('policy', {
  unknown: {
    en: '{file}:{line:number}:{column:number}: this version does not know the policy {key}, so nothing was started. Update Capstan, remove the key, or add "ignoreUnknownPolicy": true to this file',
    zh: '{file}:{line}:{column}：此版本不认识策略 {key}，因此没有启动。请更新 Capstan、删除该键，或在此文件中添加 "ignoreUnknownPolicy": true',
  },
  not_understood: {
    en: '{file}:{line:number}:{column:number}: {key}: {problem}. What this policy forbids is not known, so nothing was started',
    zh: '{file}:{line}:{column}：{key}：{problem}。无法得知此策略禁止什么，因此没有启动',
  },
  strictly: {
    en: '{file}:{line:number}:{column:number}: {key}: {problem}; the strictest reading applies: {reading}',
    zh: '{file}:{line}:{column}：{key}：{problem}；按最严格的含义处理：{reading}',
  },
  left_out: {
    en: '{file}:{line:number}:{column:number}: {key}: {problem}; this value is not used',
    zh: '{file}:{line}:{column}：{key}：{problem}；不使用该值',
  },
  unknown_ignored: {
    en: '{file}: "ignoreUnknownPolicy" is on, so keys that this version does not know have no effect: {keys:list}',
    zh: '{file}：已开启 "ignoreUnknownPolicy"，此版本不认识的键不起作用：{keys:list}',
  },
  no_object: {
    en: '{file}: these keys are about things that Capstan does not have, and have no effect: {keys:list}',
    zh: '{file}：以下键涉及 Capstan 没有的功能，不起作用：{keys:list}',
  },
  other_versions: {
    en: "{file}: these keys ask for versions of another program, and are not compared with Capstan's: {keys:list}",
    zh: '{file}：以下键要求的是另一个程序的版本，不与 Capstan 的版本比较：{keys:list}',
  },
  absolute_path: {
    en: 'expected an absolute path without "." or ".."',
    zh: '应为不含 "." 或 ".." 的绝对路径',
  },
  zero_or_minute: { en: 'expected 0 or at least 60000', zh: '应为 0 或不小于 60000' },
  gateway_login: {
    en: 'it asks people to sign in at a gateway, which Capstan cannot',
    zh: '它要求通过网关登录，而 Capstan 做不到',
  },
  matches_nothing: { en: 'this entry names nothing', zh: '该条目没有指明任何内容' },
  helper_failed: {
    en: 'The policy helper {path} {problem}. Nothing starts without its answer; ask your administrator',
    zh: '策略程序 {path} {problem}。没有它的回答就不会启动，请联系管理员',
  },
  helper_not_run: { en: 'has not run yet', zh: '尚未运行' },
  helper_missing: { en: 'is not a file', zh: '不是文件' },
  helper_refused: { en: 'does not count ({reason})', zh: '不可信（{reason}）' },
  helper_not_started: { en: 'could not be started ({reason})', zh: '无法启动（{reason}）' },
  helper_code: { en: 'ended with exit code {code:number}', zh: '退出码为 {code}' },
  helper_code_said: {
    en: 'ended with exit code {code:number} ({said})',
    zh: '退出码为 {code}（{said}）',
  },
  helper_killed: { en: 'was ended by a signal', zh: '被信号终止' },
  helper_late: { en: 'did not end within {ms:number} ms', zh: '未在 {ms} 毫秒内结束' },
  helper_too_much: { en: 'printed more than {most:number} MiB', zh: '输出超过 {most} MiB' },
  helper_not_json: { en: 'did not print one JSON object', zh: '输出的不是一个 JSON 对象' },
  helper_no_settings: {
    en: 'printed an object without "managedSettings"',
    zh: '输出的对象中没有 "managedSettings"',
  },
  helper_refresh: {
    en: '{problem}. The policy that it printed before still applies',
    zh: '{problem}。之前输出的策略继续生效',
  },
})
