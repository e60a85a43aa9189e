/**
 * Every sentence that the server says to users, in the portal's two languages. English ones follow the specification
 * (§5, §8) word for word where it has them; {names} are filled in.
 */
const MESSAGES = {
  invalidToken: { en: 'Invalid token', zh: '令牌无效' },
  loginIncomplete: { en: 'Please enter your email and password', zh: '请输入邮箱和密码' },
  loginWrong: { en: 'The email or the password is wrong.', zh: '邮箱或密码错误。' },
  loginAwaiting: {
    en: 'This account awaits audit. You can log in as soon as it has passed.',
    zh: '该账户正在等待审核，审核通过后即可登录。',
  },
  loginRejected: { en: 'This account did not pass the audit.', zh: '该账户未通过审核。' },
  oncePasswordSpent: {
    en: 'This password was sent by mail for a single log-in, and has been used or has ended. Please reset the password again.',
    zh: '该密码由邮件发送，仅可登录一次，现已使用或过期。请重新重置密码。',
  },
  emailMissing: { en: 'Please enter the email address', zh: '请输入邮箱地址' },
  emailInvalid: { en: 'Invalid e-mail.', zh: '邮箱格式不正确。' },
  codeWrong: {
    en: 'The verify code is wrong or no longer valid. Please check it, or have a new one sent.',
    zh: '验证码错误或已失效，请核对，或重新获取验证码。',
  },
  codeTooSoon: {
    en: 'A code was requested a moment ago. Please try again in {seconds} seconds.',
    zh: '刚刚已请求过验证码，请在 {seconds} 秒后重试。',
  },
  passwordShort: {
    en: 'Password cannot be shorter than 8 characters',
    zh: '密码不能少于 8 个字符',
  },
  passwordCommon: {
    en: 'This password is among the most common ones. Please choose another.',
    zh: '该密码属于最常用的密码，请另选一个。',
  },
  passwordUnequal: { en: 'The re-entered password is inconsistent', zh: '两次输入的密码不一致' },
  passwordWrong: { en: 'The current password is wrong.', zh: '当前密码错误。' },
  tooManyAttempts: {
    en: 'Too many attempts. Please try again in {minutes} minutes.',
    zh: '尝试次数过多，请在 {minutes} 分钟后重试。',
  },
  tooManyAttemptsMinute: {
    en: 'Too many attempts. Please try again in a minute.',
    zh: '尝试次数过多，请在 1 分钟后重试。',
  },
  notAllowed: { en: 'You may not see this.', zh: '您无权查看此内容。' },
  switchedOff: { en: 'This service is switched off.', zh: '该服务已关闭。' },
  badRequest: { en: 'The request is not valid: {fields}.', zh: '请求无效：{fields}。' },
  badJson: { en: 'The request is not valid JSON.', zh: '请求不是有效的 JSON。' },
  tooLarge: { en: 'The request is larger than {megabytes} MB.', zh: '请求超过 {megabytes} MB。' },
  notFound: { en: 'There is nothing here.', zh: '此处没有内容。' },
  serverError: {
    en: 'Something went wrong on the server (reference {reference}).',
    zh: '服务器出错（编号 {reference}）。',
  },
  aoiMissing: { en: 'Please set the AOI', zh: '请设置 AOI' },
  wktIncorrect: { en: 'The WKT format is incorrect!', zh: 'WKT 格式不正确！' },
  typeIncorrect: {
    en: 'Type incorrect. The allowed type is: POLYGON, MULTIPOLYGON',
    zh: '类型不正确。允许的类型为：POLYGON, MULTIPOLYGON',
  },
  coordinatesInvalid: { en: 'Invalid latitude and longitude coordinates.', zh: '经纬度坐标无效。' },
  geometryInvalid: { en: 'Invalid input.', zh: '输入无效。' },
  areaOverLimit: { en: 'Area over limit: {limit} km²', zh: '面积超出限制：{limit} km²' },
  nothingSelected: { en: 'No data has been selected', zh: '未选择任何数据' },
  productUnknown: {
    en: 'These products are not in the archive: {products}',
    zh: '存档中没有这些产品：{products}',
  },
  productElsewhere: {
    en: 'These products do not touch the area: {products}',
    zh: '这些产品不在所选区域内：{products}',
  },
  oneSupplier: {
    en: 'The same order cannot contain data from more than one supplier.',
    zh: '同一订单不能包含多个供应商的数据。',
  },
  projectionFixed: { en: 'Level L1 comes in LAT_LON only.', zh: 'L1 级产品仅支持 LAT_LON 投影。' },
  contractNumNotAllowed: {
    en: 'A contract number is not for this account.',
    zh: '此账户不能填写合同编号。',
  },
  tristereo: { en: 'TRISTEREO is not supported', zh: '不支持 TRISTEREO' },
  windowPast: {
    en: 'The time frame must be some time in the future',
    zh: '时间范围必须在未来',
  },
  windowReversed: {
    en: 'The end date must not be before the start date',
    zh: '结束日期不能早于开始日期',
  },
  resolutionFiner: {
    en: 'This source takes no images of {resolution} m.',
    zh: '该数据源没有 {resolution} m 分辨率的影像。',
  },
  appendNotOffered: {
    en: 'L1 data at the same time is offered for the sources C and CA and levels other than L1 only.',
    zh: '仅数据源 C 和 CA 且非 L1 级别时可同时交付 L1 数据。',
  },
  priceChanged: {
    en: 'The price changed. Please look at the new price and confirm again.',
    zh: '价格已变化，请查看新价格后再次确认。',
  },
  keyMissing: {
    en: 'The Idempotency-Key header is missing or not valid.',
    zh: '缺少 Idempotency-Key 请求头或其无效。',
  },
  keyReused: {
    en: 'This Idempotency-Key was used for another request.',
    zh: '该 Idempotency-Key 已用于其他请求。',
  },
  orderUnknown: { en: 'There is no such order.', zh: '没有该订单。' },
  orderPastCancel: {
    en: 'The order is too far along to be cancelled.',
    zh: '订单已进入处理阶段，无法取消。',
  },
  layerUnknown: { en: 'There is no such imagery layer.', zh: '没有此影像图层。' },
  bandUnknown: { en: 'The layer has {bands} bands.', zh: '该图层有 {bands} 个波段。' },
  noAssociatedData: { en: 'no associated data', zh: '无关联数据' },
  creditsShort: { en: 'The credits is not enough', zh: '积分不足' },
  exportOutside: {
    en: 'The imagery layer does not cover the AOI.',
    zh: '该影像图层未覆盖 AOI。',
  },
  exportTooLarge: {
    en: 'The export would be up to {size} GB; at most {limit} GB can be made. Please choose a smaller area or a coarser resolution.',
    zh: '导出文件最大可达 {size} GB，上限为 {limit} GB。请缩小区域或降低分辨率。',
  },
  diskFull: {
    en: 'There is no room for this export at present.',
    zh: '当前没有足够的空间完成此导出。',
  },
  taskPastCancel: { en: 'The export has already ended.', zh: '导出已结束。' },
  tilesBusy: { en: 'Too many map tiles at once. Please try again.', zh: '地图切片请求过多，请稍后再试。' },
  aoiUnknown: { en: 'AOI not found', zh: '未找到 AOI' },
  tooManyAois: {
    en: 'At most {most} AOIs can be saved. Please delete some first.',
    zh: '最多可保存 {most} 个 AOI，请先删除一些。',
  },
  searchUnknown: { en: 'There is no such saved search.', zh: '没有该已保存的搜索。' },
  shareUnknown: {
    en: 'This link leads to no shared search. It may have been deleted.',
    zh: '此链接没有对应的共享搜索，可能已被删除。',
  },
  tooManySearches: {
    en: 'At most {most} searches can be saved. Please delete some first.',
    zh: '最多可保存 {most} 个搜索，请先删除一些。',
  },
  tooManyItems: {
    en: 'Too many items in the current list. Unable to load all at once.',
    zh: '当前列表中的项目过多，无法一次全部加载。',
  },
  exportUnknown: { en: 'There is no such export.', zh: '没有该导出任务。' },
  exportExpired: {
    en: 'This export has expired. Please export again.',
    zh: '该导出文件已过期，请重新导出。',
  },
  tooManyRecords: {
    en: 'Maximum {most} records per export at a time.',
    zh: '每次最多导出 {most} 条记录。',
  },
  tooManyExportsInProcess: {
    en: 'At most {most} exports can be in process at a time. Please wait for some to finish.',
    zh: '最多可同时处理 {most} 个导出任务，请等待部分任务完成。',
  },
  tooManyExportsKept: {
    en: 'At most {most} exports are kept at a time; each expires after {days} days.',
    zh: '最多保留 {most} 个导出文件，每个文件在 {days} 天后过期。',
  },
  usageRange: { en: 'Please ask for at most {days} days.', zh: '最多可查询 {days} 天。' },
} as const satisfies Record<string, { en: string; zh: string }>;

export type MessageKey = keyof typeof MESSAGES;
export type Language = 'en' | 'zh';
export type MessageParams = Readonly<Record<string, string | number>>;

/** 10000000 → '10,000,000', in both languages; figures behind the point as they are. */
const FIGURES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** The sentence in a language; numbers have marks of thousands, as the portal writes them. */
export function message(key: MessageKey, language: Language, params: MessageParams = {}): string {
  return MESSAGES[key][language].replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? whole;
    return typeof value === 'number' ? FIGURES.format(value) : value;
  });
}

/** Which of the two languages an Accept-Language header prefers (RFC 9110 §12.5.4); English when it says neither. */
export function languageOf(header: string | undefined): Language {
  const ranked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';');
      const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const first = ranked.find(({ language }) => language === 'en' || language === 'zh');
  return first?.language === 'zh' ? 'zh' : 'en';
}
