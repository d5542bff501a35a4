import fc from "fast-check";

/** Pieces that mean something to some renderer, mixed with ordinary text. */
export const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."<script>|</a>|<img src=x onerror=y>|\" onload=\"y|' onload='y|</title>|<!--|]]>|&#60;|[klik](https://evil.example)|![x](http://evil.example/x.png)|https://evil.example|www.evil.example|a@evil.example|mailto:a@evil.example|`code`|```|# kop|- punt|1. een|| cel |\n\n|\r|[^1]: noot|[ref]: https://evil.example|<https://evil.example>|&lt;b&gt;|\\|***|~~x~~|$x$|{.class}|:::|\u202e".split(
          "|",
        ),
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(" "));
