"""The report of a study: what was found, as data, in pictures and on a page of its own."""
