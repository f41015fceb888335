import { area } from '../area.ts'

/** What stands between a request and its reply: the server, the connection to it, the key. Loaded with every model. */
export const modelText = area('models', {
  status: { en: 'status {status:number}', zh: '状态 {status}' },
  status_said: { en: 'status {status:number}: {said}', zh: '状态 {status}：{said}' },
  in_stream: { en: 'in the stream', zh: '在回答途中' },
  in_stream_said: { en: 'in the stream: {said}', zh: '在回答途中：{said}' },
  prompt_too_long: {
    en: 'The conversation is too long for the model ({detail}). Compact it or start a new one.',
    zh: '对话对模型来说太长（{detail}）。请压缩或开始新对话。',
  },
  media_too_large: {
    en: 'An image or document in the conversation is too large or there are too many ({detail}). Remove or shrink it.',
    zh: '对话中的图片或文档过大或过多（{detail}）。请移除或缩小。',
  },
  overloaded: {
    en: 'The model server is overloaded ({detail}). Try again in a moment or set a fallback model.',
    zh: '模型服务过载（{detail}）。请稍后重试，或设置备用模型。',
  },
  rate_limit: {
    en: "This account's rate limit is reached ({detail}). Wait, or use another model or key.",
    zh: '账户已达到速率限制（{detail}）。请等待，或换用其他模型或密钥。',
  },
  access_denied: {
    en: 'The model server denied access ({detail}). Check what this account or key may use, and the base URL.',
    zh: '模型服务拒绝访问（{detail}）。请检查账户或密钥的权限以及地址。',
  },
  credentials_refused: {
    en: 'The model server did not accept the credentials ({detail}). {advice}',
    zh: '模型服务不接受凭据（{detail}）。{advice}',
  },
  check_key: { en: 'Check the API key or token.', zh: '请检查 API 密钥或令牌。' },
  cannot_pay: {
    en: 'The account cannot pay for this request ({detail}). Check its credit and billing settings.',
    zh: '账户无法支付此请求（{detail}）。请检查余额和账单设置。',
  },
  model_not_found: {
    en: 'The model was not found ({detail}). {advice}',
    zh: '找不到模型（{detail}）。{advice}',
  },
  similar_models: {
    en: 'Known models with a similar name: {names:list}.',
    zh: '名称相近的已知模型：{names:list}。',
  },
  check_model: { en: 'Check the model name and the base URL.', zh: '请检查模型名称和地址。' },
  server_failed: {
    en: 'The model server failed ({detail}). Try again in a moment.',
    zh: '模型服务出错（{detail}）。请稍后重试。',
  },
  refused: { en: 'The model server refused the request ({detail}).', zh: '模型服务拒绝了请求（{detail}）。' },
  asks_to_wait: {
    en: '{problem} The server asks to wait {minutes:number} minutes. Try again then.',
    zh: '{problem}服务要求等待 {minutes} 分钟，请届时重试。',
  },
  resets_at: {
    en: '{problem} The limit resets at {time}. With --wait-for-limit, Capstan waits for that and goes on.',
    zh: '{problem}限额将于 {time} 重置。加上 --wait-for-limit，Capstan 会等到重置后继续。',
  },
  limit_known: {
    en: 'The usage limit for {model} is reached.',
    zh: '{model} 的用量已达上限。',
  },
  canceled: { en: 'The request was canceled.', zh: '请求已取消。' },
  connection_failed: {
    en: 'The connection to {where} failed: {reason}.',
    zh: '连接 {where} 失败：{reason}。',
  },
  not_running: {
    en: "Can't connect to the model server; check that it is running and that the base URL is right ({where}).",
    zh: '无法连接模型服务；请检查它是否在运行、地址是否正确（{where}）。',
  },
  no_such_host: {
    en: 'The host name of the model server could not be found; check the base URL and the network ({where}).',
    zh: '找不到模型服务的主机名；请检查地址和网络（{where}）。',
  },
  lookup_failed: {
    en: 'The host name of the model server could not be looked up just now; check the network ({where}).',
    zh: '暂时无法解析模型服务的主机名；请检查网络（{where}）。',
  },
  closed_before_answer: {
    en: 'The model server closed the connection before it answered ({where}).',
    zh: '模型服务在回答前关闭了连接（{where}）。',
  },
  closed_while_sending: {
    en: 'The model server closed the connection while the request was being sent ({where}).',
    zh: '发送请求时模型服务关闭了连接（{where}）。',
  },
  connection_timed_out: {
    en: 'The connection to the model server timed out; check the network or the proxy ({where}).',
    zh: '连接模型服务超时；请检查网络或代理（{where}）。',
  },
  host_unreachable: {
    en: 'The model server cannot be reached from here; check the network or the proxy ({where}).',
    zh: '无法访问模型服务；请检查网络或代理（{where}）。',
  },
  no_route: {
    en: 'There is no network route to the model server; check the network or the proxy ({where}).',
    zh: '没有到模型服务的网络路由；请检查网络或代理（{where}）。',
  },
  no_answer_in_time: {
    en: 'The model server at {where} did not answer within {seconds:number} s.',
    zh: '模型服务 {where} 在 {seconds} 秒内没有响应。',
  },
  unsendable: {
    en: 'The request cannot be sent: {reason}. Check the API key and the custom headers for line breaks and odd characters.',
    zh: '无法发送请求：{reason}。请检查 API 密钥和自定义请求头中的换行和特殊字符。',
  },
  bad_base_url: {
    en: "The base URL isn't an http or https URL: {url}.",
    zh: '地址不是 http 或 https：{url}。',
  },
  not_a_stream: {
    en: '{where} answered with {type} instead of a stream of events. Check the base URL and the proxy.',
    zh: '{where} 返回了 {type}，而不是事件流。请检查地址和代理。',
  },
  unreadable_count: {
    en: 'The token count of {where} could not be read: {said}',
    zh: '无法读取 {where} 返回的 token 数：{said}',
  },
  seconds: { en: '{count:number} s', zh: '{count} 秒' },
  minutes: { en: '{count:number} min', zh: '{count} 分钟' },
  silent_server: {
    en: '{host} has not answered for {silence}. Waiting up to {limit}.',
    zh: '{host} 已有 {silence}没有响应。最多等待 {limit}。',
  },
  only_signs_of_life: {
    en: '{host} has sent nothing but signs of life for {silence}. Waiting up to {limit}.',
    zh: '{host} 已有 {silence}只发送保活信号，没有内容。最多等待 {limit}。',
  },
  whole_replies: {
    en: '{host} keeps cutting off streamed replies; they are requested whole from now on.',
    zh: '{host} 总是中断流式回复，从现在起改为一次性请求完整回复。',
  },
  tools_as_text: {
    en: "The server of {model} doesn't load tools on demand; their definitions are sent as text.",
    zh: '{model} 的服务器不支持按需加载工具，工具定义改为以文本发送。',
  },
})
