import { authenticate } from './authenticate.js';
import type { SignableRequest } from './canonical-request.js';

/** Key pair, times and signatures of the examples in Amazon's documentation of Signature Version 4 for S3. */
const IDENTITY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const START = Date.parse('2013-05-24T00:00:00Z');
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const HOST = 'examplebucket.s3.amazonaws.com';
const after = (seconds: number) => new Date(START + seconds * 1000);

const signedByHeader: SignableRequest = {
  method: 'GET',
  path: '/test.txt',
  query: [],
  headers: {
    host: [HOST],
    range: ['bytes=0-9'],
    'x-amz-content-sha256': [EMPTY_SHA256],
    'x-amz-date': ['20130524T000000Z'],
    authorization: [
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
  },
};

const signedByQuery: SignableRequest = {
  method: 'GET',
  path: '/test.txt',
  query: [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'],
    ['X-Amz-Date', '20130524T000000Z'],
    ['X-Amz-Expires', '86400'],
    ['X-Amz-SignedHeaders', 'host'],
    ['X-Amz-Signature', 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'],
  ],
  headers: { host: [HOST] },
};

const withQuery = (changes: Record<string, string>) => ({
  ...signedByQuery,
  query: signedByQuery.query.map(([name, value]) => [name, changes[name] ?? value] as const),
});

describe('the documented examples', () => {
  it('are accepted', () => {
    expect(authenticate(signedByHeader, IDENTITY, after(0))).toMatchObject({ sha256: EMPTY_SHA256 });
    expect(authenticate(signedByQuery, IDENTITY, after(0))).toEqual({
      hash: 'UNSIGNED-PAYLOAD',
      sha256: undefined,
    });
  });

  it('are rejected when anything signed was changed', () => {
    const refused = expect.objectContaining({ code: 'SignatureDoesNotMatch' });
    const changed = [
      { ...signedByHeader, method: 'PUT' },
      { ...signedByHeader, path: '/test.txt/' },
      { ...signedByHeader, query: [['acl', '']] as const },
      { ...signedByHeader, headers: { ...signedByHeader.headers, range: ['bytes=0-99'] } },
      { ...signedByHeader, headers: { ...signedByHeader.headers, host: ['other.example'] } },
      withQuery({ 'X-Amz-Expires': '86401' }),
      withQuery({ 'X-Amz-Signature': 'a'.repeat(64) }),
      withQuery({ 'X-Amz-Signature': 'AEEED9' }),
    ];
    for (const request of changed) expect(() => authenticate(request, IDENTITY, after(0))).toThrow(refused);
  });

  it('are rejected for another secret', () => {
    const other = { ...IDENTITY, secretAccessKey: 'other' };
    expect(() => authenticate(signedByHeader, other, after(0))).toThrow('does not match');
    expect(() => authenticate(signedByQuery, other, after(0))).toThrow('does not match');
  });
});

describe('the time', () => {
  it('may differ by 15 minutes either way in a header', () => {
    for (const seconds of [-900, 900]) authenticate(signedByHeader, IDENTITY, after(seconds));
    const refused = expect.objectContaining({ code: 'RequestTimeTooSkewed' });
    for (const seconds of [-901, 901]) {
      expect(() => authenticate(signedByHeader, IDENTITY, after(seconds))).toThrow(refused);
    }
  });

  it('is accepted in a presigned URL until the last second of its validity', () => {
    authenticate(signedByQuery, IDENTITY, after(86_400));
    expect(() => authenticate(signedByQuery, IDENTITY, after(86_401))).toThrow('Request has expired');
    expect(() => authenticate(signedByQuery, IDENTITY, after(-901))).toThrow('Request is not yet valid');
  });

  it.each(['0', '-1', '604801', '1e3', '60.5', ''])(
    'is rejected when the validity of a presigned URL is %s',
    (expires) => {
      const refused = expect.objectContaining({ code: 'AuthorizationQueryParametersError' });
      expect(() => authenticate(withQuery({ 'X-Amz-Expires': expires }), IDENTITY, after(0))).toThrow(
        refused,
      );
    },
  );
});

describe('a request', () => {
  const refusal = (request: SignableRequest) => {
    try {
      authenticate(request, IDENTITY, after(0));
    } catch (error) {
      return (error as { code?: string }).code;
    }
    return 'passed';
  };

  it('is rejected without a signature', () => {
    expect(refusal({ ...signedByQuery, query: [] })).toBe('AccessDenied');
  });

  it('is rejected with two signatures', () => {
    expect(refusal({ ...signedByHeader, query: signedByQuery.query })).toBe('InvalidArgument');
    const twice = [...signedByQuery.query, ['X-Amz-Signature', 'x'] as const];
    expect(refusal({ ...signedByQuery, query: twice })).toBe('AuthorizationQueryParametersError');
  });

  it('is rejected with an x-amz header that is not signed', () => {
    const headers = { ...signedByQuery.headers, 'x-amz-meta-a': ['b'] };
    expect(refusal({ ...signedByQuery, headers })).toBe('AccessDenied');
  });

  it('is rejected when it does not sign its host', () => {
    expect(refusal(withQuery({ 'X-Amz-SignedHeaders': 'range' }))).toBe('AccessDenied');
  });

  it('gets a specific error for the older signature version', () => {
    const headers = { ...signedByHeader.headers, authorization: ['AWS AKIAIOSFODNN7EXAMPLE:x'] };
    expect(refusal({ ...signedByHeader, headers })).toBe('InvalidRequest');
  });

  it('gets a specific error for signed chunks', () => {
    const streaming = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const headers = { ...signedByHeader.headers, 'x-amz-content-sha256': [streaming] };
    expect(refusal({ ...signedByHeader, headers })).toBe('NotImplemented');
  });
});
