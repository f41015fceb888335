import type { SecretLocation } from '../../ports/onboarding-port.ts'
import type { Shown, signInEn } from '../en/sign-in.ts'

const savedIn = ({ in: place, file, problem }: Shown<SecretLocation>): string => {
  if (place === 'keychain') return '已保存到系统钥匙串。'
  const why = problem === undefined ? '此处没有钥匙串' : `无法使用钥匙串：${problem}`
  return `已保存到 ${file}，只有你能读取（${why}）。`
}

const overridden = (variable: string | undefined): string =>
  variable === undefined ? '' : `但环境变量 ${variable} 优先；取消设置后才会使用保存的密钥。`

export const signInZh: typeof signInEn = {
  welcome: '欢迎使用 Capstan',
  welcomeText: 'Capstan 需要一个模型。请选择模型提供商：',
  signIn: '登录',
  signInText: '选择模型提供商。为其他提供商保存的密钥会保留。',
  keyWay: provider => `输入 ${provider} 的 API 密钥`,
  keyWayDetail: '保存在系统钥匙串或只有你能读取的文件中',
  otherWay: '使用其他提供商',
  otherWayDetail: some => `${some} 等`,
  whichProvider: '选择提供商',
  howToSignIn: provider => `如何登录 ${provider}？`,
  browserWay: '用浏览器登录',
  deviceWay: '获取代码，在其他设备上输入',
  plainKeyWay: '输入 API 密钥',
  keyIntro: (provider, keysAt) =>
    `粘贴你的 ${provider} API 密钥${keysAt === undefined ? '' : `，可在 ${keysAt} 创建`}。密钥会尽可能向 ${provider} 验证，并保存在系统钥匙串或只有你能读取的文件中。`,
  keyLabel: provider => `${provider} API 密钥：`,
  keyProblem: (problem, provider) => {
    switch (problem.kind) {
      case 'characters':
        return 'API 密钥不含空格，只有普通字母、数字和符号。'
      case 'short':
        return '密钥太短，是否复制完整？'
      case 'long':
        return '密钥太长。'
      case 'foreign':
        return `这看起来是 ${problem.of} 的密钥，这里没有这个提供商。`
      case 'rejected':
        return `${provider} 拒绝了该密钥：${problem.said}。未保存。`
    }
  },
  keySaved: (saved, wanted) => {
    const { title, checked } = saved
    const whose = title === wanted ? '' : `这是 ${title} 的密钥。`
    const verdict = checked ? `已登录：${title} 接受了密钥。` : `未能向 ${title} 验证密钥。`
    return `${whose}${verdict}${savedIn(saved)}${overridden(saved.overriddenBy)}`
  },
  signedIn: (kept, provider) => `已登录 ${provider}。${savedIn(kept)}`,
  signInFailed: ({ because, said }, provider) => {
    switch (because) {
      case 'cancelled':
        return '已取消登录。'
      case 'ended':
        return `登录未按时完成或代码已失效：${said}。请重试。`
      case 'refused':
        return `${provider} 拒绝了登录：${said}。`
      case 'network':
        return `无法连接 ${provider} 的登录服务器：${said}。请检查网络。`
      case 'setup':
        return `无法登录 ${provider}：${said}。请检查设置中该提供商的 "oauth"。`
    }
  },
  pageOpened: provider => `请在浏览器中完成 ${provider} 的登录。如果浏览器没有打开，请访问：`,
  pageToOpen: provider => `要登录 ${provider}，请在浏览器中打开：`,
  deviceText: provider => `要登录 ${provider}，请在任意设备上打开此地址并输入代码：`,
  deviceCode: code => `代码：${code}`,
  codeLabel: '代码：',
  codePlaceholder: '浏览器在另一台机器上？粘贴代码或最后的地址',
  wrongCode: '这不是本次登录的代码，请重新复制。',
  waitingForPage: '等待你在浏览器中完成登录……',
  awayHint: 'Tab 复制地址 · Esc 取消',
  addressCopied: '地址已复制。',
  serverSaved: ({ name, model, file }) => `使用 ${name} 上的 ${model}。已保存到 ${file}。`,
  signedOut: providers => `已退出登录：${providers.join('、')}。`,
  nothingSaved: '没有保存的密钥或服务。',
  stillSignedIn: variable => `环境变量 ${variable} 仍然有效；取消设置即可退出登录。`,
  unknownProvider: name => `没有名为 "${name}" 的提供商。`,
  keyPlaceholder: '粘贴到这里',
  serverWay: name => `使用本机的 ${name}`,
  models: number => `${number} 个模型`,
  searching: '正在查找本机的服务……',
  noServer: '没有本地服务器',
  noServerDetail: '查找了 Ollama、LM Studio、llama.cpp 和 vLLM',
  mute: name => `找到了 ${name}，但暂时无法使用`,
  muteDetail: '它不提供 Messages API（/v1/messages），新版本才支持',
  emptyServerDetail: '它没有模型：请先加载一个，然后重新查找',
  lookAgain: '重新查找本地服务器',
  demoWay: '观看演示',
  demoWayDetail: '由脚本扮演模型：无需账号，也不联网',
  leave: '退出',
  closeLogin: '关闭',
  whichModel: '使用哪个模型？',
  working: '请稍候……',
}
