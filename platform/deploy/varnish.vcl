vcl 4.1;

# Varnish 7 in front of the gateway: "Caches and a CDN" in docs/operations.md says what any cache must do. TLS ends in
# front of Varnish, which adds its caller's address to X-Forwarded-For: TRUST_PROXY of the gateway names both.
# `-p shortlived=0` keeps pages in the storage that `-s` limits.

import std;

backend gateway {
  .host = "127.0.0.1";
  .port = "3000";
  # Longer than the gateway waits for the API.
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
}

sub vcl_recv {
  # The gateway trusts these headers if a proxy sends them.
  unset req.http.x-request-id;
  unset req.http.traceparent;
  unset req.http.tracestate;
  unset req.http.baggage;
  unset req.http.b3;
  unset req.http.x-b3-traceid;
  unset req.http.x-b3-sampled;
  unset req.http.x-brotli;
  std.collect(req.http.cookie, "; ");
  # A visitor's own page: a canary, a preview, after a failed shell, from a mailed link.
  if (req.url ~ "^/api/" || req.http.cookie ~ "kargo-" || req.url ~ "(?i)[?&][^=&]*(token|kargo-|%)") {
    return (pass);
  }
  if (req.method == "GET" || req.method == "HEAD") {
    # Nothing else that is public depends on cookies, and with them Varnish would cache nothing.
    unset req.http.cookie;
    # A page repeats a broken script's request with another query.
    if (req.url !~ "^/releases/") {
      set req.url = regsub(req.url, "\?.*$", "");
    }
    # Varnish itself knows only gzip.
    if (req.http.accept-encoding ~ "(?i)\bbr\b" && req.http.accept-encoding !~ "(?i)\bbr\s*;\s*q=0(\.0*)?\s*(,|$)") {
      set req.http.x-brotli = "br";
    }
  }
}

sub vcl_hash {
  hash_data(req.http.x-brotli);
}

sub vcl_pipe {
  # A pipe would pass on requests that Varnish has not read.
  return (synth(405));
}

sub vcl_backend_fetch {
  if (bereq.http.x-brotli) {
    set bereq.http.accept-encoding = "br, gzip";
    unset bereq.http.x-brotli;
  }
}

sub vcl_backend_response {
  # Varnish would keep responses without directives for two minutes, and remember uncacheable ones equally long.
  if (!bereq.uncacheable && (beresp.http.cache-control !~ "\bpublic\b" || beresp.http.set-cookie)) {
    set beresp.uncacheable = true;
    set beresp.ttl = 5s;
    return (deliver);
  }
  # Varnish ignores this header.
  set beresp.grace = std.duration(regsub(beresp.http.cdn-cache-control, "^.*stale-while-revalidate=(\d+).*$", "\1s"), 0s);
}

sub vcl_backend_error {
  set beresp.grace = 0s;
  set beresp.http.content-type = "text/plain; charset=utf-8";
  set beresp.http.cache-control = "private, no-store";
  set beresp.http.retry-after = "5";
  synthetic("The site is not available. Please try again in a moment." + {"
"});
  return (deliver);
}
