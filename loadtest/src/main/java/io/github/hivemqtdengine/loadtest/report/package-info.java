/** Reports of a run: text for the console, HTML pages, CSV and JSON files. */
@NullMarked
package io.github.hivemqtdengine.loadtest.report;

import org.jspecify.annotations.NullMarked;
