/*
 * What the specification says in words, colours and figures, written by hand from its text. Nothing here is read from
 * the product's catalogues or computed by its functions, so a wrong word or figure of the product can't agree with it.
 */

/** §5, §8: what users read, with its key, and its Chinese words. `…` stands for a value. */
export const MESSAGES: readonly [key: string, english: string, chinese: string][] = [
  ['errors.loginFailed', 'Login failed', '登录失败'],
  ['errors.loginEmpty', 'Please enter your email and password', '请输入邮箱和密码'],
  ['errors.missingToken', 'invalid token', '令牌无效'],
  ['errors.invalidToken', 'Invalid token', '令牌无效'],
  ['errors.registerFailed', 'Failed to register', '注册失败'],
  ['errors.passwordShort', 'Password cannot be shorter than 8 characters', '密码不能少于 8 位'],
  ['errors.passwordInconsistent', 'The re-entered password is inconsistent', '两次输入的密码不一致'],
  ['errors.passwordChangeFailed', 'Failed: …', '失败：…'],
  ['notice.passwordChanged', 'Password changed successfully', '密码修改成功'],
  ['errors.emailInvalid', 'Invalid e-mail.', '邮箱格式不正确。'],
  ['errors.emailMissing', 'Please enter the email address', '请输入邮箱地址'],
  ['errors.codeNotSent', 'Failed to send verify code', '验证码发送失败'],
  ['errors.resetFailed', 'Failed to reset', '重置失败'],
  ['errors.geometry.coordinatesInvalid', 'Invalid latitude and longitude coordinates.', '经纬度坐标无效。'],
  ['errors.geometry.wktIncorrect', 'The WKT format is incorrect!', 'WKT 格式不正确！'],
  ['errors.geometry.typeIncorrect', 'Type incorrect. The allowed type is: …', '类型不正确，允许的类型为：…'],
  ['errors.geometry.inputInvalid', 'Invalid input.', '输入无效。'],
  ['errors.aoiMissing', 'Please set the AOI', '请设置 AOI'],
  ['errors.areaOverLimit', 'Area over limit: … km²', '面积超出限制：… km²'],
  ['errors.datesMissing', 'Please select a date range', '请选择日期范围'],
  ['notice.noResult', 'No result', '没有结果'],
  ['errors.tristereo', 'TRISTEREO is not supported', '不支持 TRISTEREO'],
  ['errors.oneSatellite', 'Only one satellite must be selected', '只能选择一颗卫星'],
  ['errors.satelliteUnsupported', 'The satellite is not supported temporarily', '暂不支持该卫星'],
  ['errors.startNotFuture', 'The time frame must be some time in the future', '时间范围必须在未来'],
  ['errors.incomplete', 'Incomplete information', '信息不完整'],
  ['errors.aoiNotFound', 'AOI not found', '未找到 AOI'],
  ['errors.oneLayer', 'Please select only one layer for export', '请仅选择一个图层进行导出'],
  ['errors.aoiNotDrawn', 'Please draw AOI first', '请先绘制 AOI'],
  ['errors.creditsShort', 'The credits is not enough', '积分不足'],
  ['errors.nothingSelected', 'No data has been selected', '未选择任何数据'],
  ['errors.precheckFailed', 'Precheck failed', '预检失败'],
  ['errors.submitFailed', 'submit failed', '提交失败'],
  ['errors.orderSubmitFailed', 'Submit failed', '提交失败'],
  ['errors.operationFailed', 'Operation failed', '操作失败'],
  ['notice.operationSuccess', 'Operation success', '操作成功'],
  ['errors.saveFailed', 'save failed', '保存失败'],
  ['errors.searchSaveFailed', 'Save failed', '保存失败'],
  ['errors.exportSubmitFailed', 'Failed to submit the export task.', '导出任务提交失败。'],
  ['errors.noAssociatedData', 'no associated data', '没有关联数据'],
  ['errors.browserUnsupported', 'Browser not supported.', '不支持当前浏览器。'],
  [
    'errors.tooManyItems',
    'Too many items in the current list. Unable to load all at once.',
    '当前列表中的条目过多，无法一次全部加载。',
  ],
  ['errors.file.geometryType', 'Format error, unsupported geometry type: …', '格式错误，不支持的几何类型：…'],
  ['errors.file.singleFeature', 'Format error, require single feature', '格式错误，只允许单个要素'],
  [
    'errors.file.geojsonType',
    'Format error, unsupported geojson type: …',
    '格式错误，不支持的 GeoJSON 类型：…',
  ],
  ['errors.file.noShp', 'No .shp file found in the archive', '压缩包中未找到 .shp 文件'],
  ['errors.file.noKml', 'No KMZ .kml: No KML file found in the KMZ archive', 'KMZ 压缩包中未找到 .kml 文件'],
  ['notice.submitSuccess', 'submit success', '提交成功'],
  ['notice.saveSuccess', 'save success', '保存成功'],
  ['notice.shareLinkCopied', 'Share link copied.', '分享链接已复制。'],
  // a cancelled order does not come back
  [
    'orders.cancelText',
    '“…” (…) will not be processed any further. This can’t be undone.',
    '“…”（…）将停止处理，且无法恢复。',
  ],
  ['orders.cancelTitle', 'Cancel this order?', '取消此订单？'],
  ['orders.cancelYes', 'Cancel order', '取消订单'],
  ['orders.cancelNo', 'Keep order', '保留订单'],
  // labels of the details (§2 Search panel)
  ['details.productId', 'Product ID', '产品编号'],
  ['details.sunElevation', 'Sun elevation', '太阳高度角'],
  ['details.orbitDirection', 'Orbit direction', '轨道方向'],
  ['details.sideLookDirection', 'Side-look direction', '侧视方向'],
  ['details.imagingMode', 'Imaging mode', '成像模式'],
  ['order.valuationArea', 'Valuation area', '计价面积'],
];

type Colour = 'grey' | 'blue' | 'amber' | 'green' | 'red';
/** §4 Order status. A completed order is green and a cancelled one red; only orders below 5 can be cancelled. */
export const STATUSES: readonly {
  status: number;
  english: string;
  chinese: string;
  colour: Colour;
  cancel: boolean;
}[] = [
  { status: 1, english: 'To be processed', chinese: '待处理', colour: 'grey', cancel: true },
  { status: 3, english: 'To be reviewed', chinese: '待审核', colour: 'amber', cancel: true },
  { status: 4, english: 'In process', chinese: '处理中', colour: 'blue', cancel: true },
  { status: 5, english: 'In process', chinese: '处理中', colour: 'blue', cancel: false },
  { status: 6, english: 'In process', chinese: '处理中', colour: 'blue', cancel: false },
  { status: 7, english: 'Completed', chinese: '已完成', colour: 'green', cancel: false },
  { status: 8, english: 'Failed', chinese: '失败', colour: 'red', cancel: false },
  { status: 9, english: 'Cancelled', chinese: '已取消', colour: 'red', cancel: false },
  // decision 25: unknown numbers
  { status: 12, english: 'In process', chinese: '处理中', colour: 'blue', cancel: false },
];

/** Credits of an imagery export by its area (km²) and resolution (m): 1, 2 and 4 per km², rounded up, at least 1. */
export const EXPORT_CREDITS: readonly [km2: number, resolution: 2 | 1 | 0.5, credits: number][] = [
  [10, 2, 10],
  [10, 1, 20],
  [10, 0.5, 40],
  [1, 0.5, 4],
  [2.3, 0.5, 10],
  [0.01, 2, 1],
];

/**
 * §9: unit price × level factor × valuation area × discount, in cents. An archive order of one scene of source S:
 * 0.5 m costs $16 per km², 1 m $10. Discounts by the delivered area: from 500 km² 0.95, from 2,000 km² 0.9. An order
 * of less than 25 km² is billed as 25.
 */
export const ORDER_PRICES: readonly {
  gsd: number;
  level: 'L1' | 'L3A' | 'L3C' | 'L5D';
  delivered: number;
  discount: number;
  billed: number;
  cents: number;
}[] = [
  { gsd: 0.5, level: 'L1', delivered: 100, discount: 1, billed: 100, cents: 160_000 },
  { gsd: 0.5, level: 'L3A', delivered: 100, discount: 1, billed: 100, cents: 176_000 },
  { gsd: 1, level: 'L3C', delivered: 100, discount: 1, billed: 100, cents: 115_000 },
  { gsd: 1, level: 'L5D', delivered: 100, discount: 1, billed: 100, cents: 120_000 },
  { gsd: 1, level: 'L1', delivered: 3, discount: 1, billed: 25, cents: 25_000 },
  { gsd: 1, level: 'L1', delivered: 499.99, discount: 1, billed: 499.99, cents: 499_990 },
  { gsd: 1, level: 'L1', delivered: 500, discount: 0.95, billed: 500, cents: 475_000 },
  { gsd: 1, level: 'L1', delivered: 2000, discount: 0.9, billed: 2000, cents: 1_800_000 },
];

/** How figures are written. */
export const COORDINATES: readonly [longitude: number, latitude: number, west: string, north: string][] = [
  [103.85, 1.28, '103.85° E', '1.28° N'],
  [-70.5, -33.25, '70.50° W', '33.25° S'],
  [0, 0, '0.00° E', '0.00° N'],
];

/** Headers of every answer. */
export const HEADERS: readonly [name: string, value: string][] = [
  ['x-frame-options', 'DENY'],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];

/** §2 Search panel: the labels of the details. */
export const DETAILS = {
  en: [
    'Product ID',
    'Acquisition date',
    'GSD (m)',
    'Cloud cover',
    'Off-nadir angle',
    'Sun elevation',
    'Sensor',
    'Area (km²)',
    'Orbit direction',
    'Side-look direction',
    'Imaging mode',
    'Sensor type',
  ],
  zh: [
    '产品编号',
    '采集时间',
    '分辨率（m）',
    '云量',
    '侧摆角',
    '太阳高度角',
    '传感器',
    '面积（km²）',
    '轨道方向',
    '侧视方向',
    '成像模式',
    '传感器类型',
  ],
} as const;
