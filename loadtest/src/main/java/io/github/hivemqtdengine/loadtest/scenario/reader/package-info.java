/** Reader of scenario files: settings, variants, and the problems found in them. */
@NullMarked
package io.github.hivemqtdengine.loadtest.scenario.reader;

import org.jspecify.annotations.NullMarked;
