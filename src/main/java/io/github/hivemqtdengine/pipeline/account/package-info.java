/** A message on its way and the account of its route: stored, dropped, dead-lettered or in flight. */
@NullMarked
package io.github.hivemqtdengine.pipeline.account;

import org.jspecify.annotations.NullMarked;
