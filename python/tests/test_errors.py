"""The fields of the library's errors."""

import numpy as np
import pytest

import acgd


def error_of(call):
    with pytest.raises(ValueError) as caught:
        call()
    return caught.value


def test_fields_of_an_invalid_radius():
    error = error_of(lambda: acgd.minimize(acgd.Rosenbrock(3), set=acgd.L1Ball(radius=-1)))
    assert str(error) == "radius = -1: must be positive and finite"
    assert (error.argument, error.value) == ("radius", "-1")
    assert (error.place, error.rule, error.hint) == ("", "must be positive and finite", "")


def test_users_name_of_an_argument_and_the_place_in_it():
    labels = np.array([1.0, -1.0, 0.5])
    error = error_of(lambda: acgd.Logistic(np.eye(3), labels))
    assert error.argument == "y" and error.place == "[2]" and error.value == "0.5"
    assert str(error) == f"y[2] = 0.5: {error.rule}"


def test_error_without_a_value():
    error = error_of(lambda: acgd.LeastSquares(np.eye(3), np.zeros(2)))
    assert "b" in str(error)
    assert getattr(error, "value", None) is None


def test_error_inside_a_text():
    error = error_of(lambda: acgd.minimize(acgd.Rosenbrock(3), set="l1:1", step="fixed:-1"))
    assert error.argument == "step" and error.value == "fixed:-1"
    assert error.rule == "length = -1: must be positive and finite"
