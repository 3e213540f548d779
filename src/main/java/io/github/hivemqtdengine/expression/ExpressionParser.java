// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.expression.Expression.Call;
import io.github.hivemqtdengine.expression.Expression.Constant;
import io.github.hivemqtdengine.expression.Lexer.Token;
import io.github.hivemqtdengine.expression.Lexer.Token.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recursive descent parser for one expression. Precedence, lowest first: {@code or}, {@code and}, {@code not},
 * comparisons, sums, products, signs, values.
 */
final class ExpressionParser {

    private static final int MAX_DEPTH = 50;
    private static final int MAX_OPERATORS = 200;

    private static final Map<String, FunctionType> COMPARISONS = Map.of(
            "=", Comparisons.EQUAL,
            "!=", Comparisons.UNEQUAL,
            "<", Comparisons.LESS,
            "<=", Comparisons.AT_MOST,
            ">", Comparisons.GREATER,
            ">=", Comparisons.AT_LEAST,
            "lt", Comparisons.LESS,
            "le", Comparisons.AT_MOST,
            "gt", Comparisons.GREATER,
            "ge", Comparisons.AT_LEAST);

    private static final Map<String, FunctionType> SUMS = Map.of("+", Arithmetic.PLUS, "-", Arithmetic.MINUS);
    private static final Map<String, FunctionType> PRODUCTS = Map.of("*", Arithmetic.TIMES, "/", Arithmetic.BY);
    private static final Map<String, Constant> CONSTANTS = constants();

    private final Lexer lexer;
    private Token token;
    private int depth;
    private int count;

    /** @param from the index of the expression's first character */
    ExpressionParser(String text, int from) {
        this.lexer = new Lexer(text);
        this.token = lexer.next(from);
    }

    private static Map<String, Constant> constants() {
        var constants = new LinkedHashMap<String, Constant>();
        constants.put("true", new Constant(true));
        constants.put("false", new Constant(false));
        constants.put("null", new Constant(null));
        return constants;
    }

    /** Parses the whole text as one expression. */
    Expression wholeText() {
        var expression = expression();
        if (token.kind() != Kind.END) {
            throw unexpectedAfterValue("the end of the expression");
        }
        return expression;
    }

    /** Parses the expression up to a closing brace; {@link #endOfToken} is then the index after the brace. */
    Expression upToBrace() {
        var expression = expression();
        if (!token.isSign("}")) {
            throw unexpectedAfterValue("} to end what ${ has opened");
        }
        return expression;
    }

    /** Returns the index after the current token. */
    int endOfToken() {
        return token.to();
    }

    private Expression expression() {
        return deeper(() -> leftToRight(this::conjunction, Map.of("or", Conditions.OR)));
    }

    private Expression deeper(Supplier<Expression> inner) {
        if (++depth > MAX_DEPTH) {
            throw Lexer.syntaxError(token.from(), "is nested too deeply");
        }
        var expression = inner.get();
        depth--;
        return expression;
    }

    private Expression conjunction() {
        return leftToRight(this::negation, Map.of("and", Conditions.AND));
    }

    private Expression negation() {
        if (token.isWord("not")) {
            int from = token.from();
            advance();
            return call(Conditions.NOT, List.of(deeper(this::negation)), from);
        }
        return comparison();
    }

    private Expression comparison() {
        var left = sum();
        var operator = operator(COMPARISONS);
        if (operator == null) {
            return left;
        }
        int from = token.from();
        advance();
        return call(operator, List.of(left, sum()), from);
    }

    private Expression sum() {
        return leftToRight(this::product, SUMS);
    }

    private Expression product() {
        return leftToRight(this::signed, PRODUCTS);
    }

    private Expression leftToRight(Supplier<Expression> operand, Map<String, FunctionType> operators) {
        var left = operand.get();
        for (var operator = operator(operators); operator != null; operator = operator(operators)) {
            int from = token.from();
            if (++count > MAX_OPERATORS) {
                throw Lexer.syntaxError(
                        from, "is one operator too many, after " + MAX_OPERATORS + " others; see one-of");
            }
            advance();
            left = call(operator, List.of(left, operand.get()), from);
        }
        return left;
    }

    private @Nullable FunctionType operator(Map<String, FunctionType> operators) {
        boolean mayBeOne = token.kind() == Kind.SIGN || (token.kind() == Kind.NAME && token.argument() == null);
        return mayBeOne ? operators.get(token.text()) : null;
    }

    private Expression signed() {
        if (!token.isSign("-")) {
            return value();
        }
        int from = token.from();
        advance();
        if (token.kind() == Kind.NUMBER) {
            var number = token.text();
            advance();
            return number("-" + number);
        }
        return call(Arithmetic.NEGATIVE, List.of(deeper(this::signed)), from);
    }

    private Expression value() {
        var first = token;
        switch (first.kind()) {
            case NUMBER -> {
                advance();
                return number(first.text());
            }
            case TEXT -> {
                advance();
                return new Constant(first.text());
            }
            case NAME -> {
                advance();
                return named(first);
            }
            default -> {
                if (!first.isSign("(")) {
                    throw unexpected("a value");
                }
                advance();
                var inner = expression();
                expect(")");
                return inner;
            }
        }
    }

    private Expression named(Token name) {
        if (name.argument() == null && token.isSign("(")) {
            return function(name);
        }
        var constant = name.argument() == null ? CONSTANTS.get(name.text()) : null;
        return constant != null ? constant : reference(name);
    }

    private static Expression reference(Token name) {
        try {
            return Reference.of(name.text(), name.argument());
        } catch (IllegalArgumentException e) {
            throw Lexer.syntaxError(name.from(), Objects.requireNonNull(e.getMessage()));
        }
    }

    private Expression function(Token name) {
        var function = Functions.of(name.text())
                .orElseThrow(() -> Lexer.syntaxError(
                        name.from(),
                        "is not a function; did you mean " + NearestWord.of(name.text(), Functions.names())
                                + "(...)?"));
        var arguments = arguments();
        if (!function.takes(arguments.size())) {
            throw Lexer.syntaxError(
                    name.from(),
                    "calls " + function.name() + " with " + arguments.size() + " arguments; it takes "
                            + function.arity());
        }
        return call(function, arguments, name.from());
    }

    private List<Expression> arguments() {
        expect("(");
        var arguments = new ArrayList<Expression>();
        if (!token.isSign(")")) {
            arguments.add(expression());
            while (token.isSign(",")) {
                advance();
                arguments.add(expression());
            }
        }
        expect(")");
        return arguments;
    }

    /** Creates a call and checks the arguments that must be constants. */
    private static Expression call(FunctionType function, List<Expression> arguments, int from) {
        var call = new Call(function, arguments);
        try {
            Binding.NOWHERE.bind(call);
        } catch (IllegalArgumentException e) {
            throw Lexer.syntaxError(from, "(" + function.name() + ") " + e.getMessage());
        }
        return call;
    }

    /** Returns a whole number of 64 bits as {@link Long}. */
    private static Constant number(String digits) {
        var number = new BigDecimal(digits);
        return new Constant(Decimals.isLong(number) ? (Object) number.longValueExact() : number);
    }

    private void expect(String sign) {
        if (!token.isSign(sign)) {
            throw unexpected(sign);
        }
        advance();
    }

    private void advance() {
        token = lexer.next(token.to());
    }

    private IllegalArgumentException unexpected(String expected) {
        return Lexer.syntaxError(token.from(), "is " + token.quoted() + " where " + expected + " is expected");
    }

    /** Reports an unexpected token after a value, with a hint if it may belong to the value's name. */
    private IllegalArgumentException unexpectedAfterValue(String expected) {
        boolean mayBePartOfAName = token.kind() != Kind.END && !token.isSign("}");
        return mayBePartOfAName
                ? Lexer.syntaxError(
                        token.from(),
                        "is " + token.quoted() + " where " + expected + " is expected;"
                                + " names with such characters are written in quotes, like payload:'/a (b)'")
                : unexpected(expected);
    }
}
